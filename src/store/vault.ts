/**
 * Encryption of vendor secrets at rest: AES-256-GCM with a random 96-bit nonce. A sealed text reads
 * `v1.<key id>.<nonce>.<cipher text and tag>`; the key id tells "wrong key file" from "damaged or moved".
 */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { AppError } from "../base/errors.ts";
import { makeKeySource, type KeyOptions } from "./vault-key.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Vault {
  /**
   * Encrypts a text. `purpose` (for example `provider_key:<id>`) is bound to the result, so that a cipher text moved
   * to another row does not open. Makes the key file if there is none.
   */
  seal(text: string, purpose: string): string;
  /** Decrypts what `seal` gave. Throws AppError("unavailable") if the key or the purpose is not the one it was sealed with. */
  open(sealed: string, purpose: string): string;
}

export function makeVault(options: KeyOptions): Vault {
  const source = makeKeySource(options);
  return {
    seal(text, purpose) {
      const key = source.findOrMake();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([
        cipher.update(text, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `v1.${keyId(key)}.${nonce.toString("base64url")}.${body.toString("base64url")}`;
    },
    open(sealed, purpose) {
      const [version, sealedWith, nonce, body] = sealed.split(".");
      if (version !== "v1" || nonce === undefined || body === undefined) throw damaged(purpose);
      const key = source.find();
      if (key === undefined || keyId(key) !== sealedWith) {
        throw new AppError(
          "unavailable",
          `A stored secret cannot be read: it was encrypted with another key. Restore ${source.name}, or enter the secret again.`,
        );
      }
      return decrypt(key, Buffer.from(nonce, "base64url"), Buffer.from(body, "base64url"), purpose);
    },
  };
}

function decrypt(key: Buffer, nonce: Buffer, body: Buffer, purpose: string): string {
  try {
    const cipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(body.subarray(-TAG_BYTES));
    return Buffer.concat([cipher.update(body.subarray(0, -TAG_BYTES)), cipher.final()]).toString(
      "utf8",
    );
  } catch (cause) {
    throw damaged(purpose, cause);
  }
}

function damaged(purpose: string, cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    `A stored secret (${purpose}) is damaged or was copied from another row. Enter it again.`,
    {},
    { cause },
  );
}

function keyId(key: Buffer): string {
  return createHash("sha256").update("parley key id").update(key).digest("hex").slice(0, 8);
}
