import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { makeVault } from "./vault.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "parley-vault-"));
});
afterEach(() => rmSync(home, { recursive: true }));

test("a sealed text opens with the same purpose and looks different each time", () => {
  const vault = makeVault({ home });
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, purpose) => {
      const [one, two] = [vault.seal(text, purpose), vault.seal(text, purpose)];
      expect(one).not.toBe(two);
      expect(vault.open(one, purpose)).toBe(text);
    }),
  );
});

test("a text sealed for another purpose, or touched, does not open", () => {
  const vault = makeVault({ home });
  const sealed = vault.seal("secret", "row:1");
  expect(() => vault.open(sealed, "row:2")).toThrow("another row");
  const flipped = `${sealed.slice(0, -3)}${sealed.endsWith("AAA") ? "BBB" : "AAA"}`;
  for (const touched of [flipped, sealed.slice(0, 30), "", "secret", sealed.replace("v1", "v2")]) {
    expect(() => vault.open(touched, "row:1")).toThrow("damaged");
  }
});

test("the key file is made on first use, for its owner only, and used again", () => {
  const first = makeVault({ home });
  expect(readdirSync(home)).toEqual([]);
  const sealed = first.seal("secret", "p");
  expect(readdirSync(home)).toEqual(["secret.key"]);
  expect(statSync(join(home, "secret.key")).mode & 0o777).toBe(0o600);
  expect(makeVault({ home }).open(sealed, "p")).toBe("secret");
});

test("opening never makes a key: a lost key file is named", () => {
  const sealed = makeVault({ home }).seal("secret", "p");
  rmSync(join(home, "secret.key"));
  expect(() => makeVault({ home }).open(sealed, "p")).toThrow(join(home, "secret.key"));
  expect(readdirSync(home)).toEqual([]);
});

test("a wrong key is told from damage", () => {
  const sealed = makeVault({ home, secretKey: "00".repeat(32) }).seal("secret", "p");
  const other = makeVault({ home, secretKey: "11".repeat(32) });
  expect(() => other.open(sealed, "p")).toThrow("encrypted with another key");
});

test("a key file that others could read is mended, with a warning", () => {
  makeVault({ home }).seal("secret", "p");
  chmodSync(join(home, "secret.key"), 0o644);
  const warnings: string[] = [];
  const vault = makeVault({ home, onWarning: (message) => warnings.push(message) });
  vault.open(vault.seal("secret", "p"), "p");
  expect(warnings).toEqual([expect.stringContaining("secret.key was readable by other users")]);
  expect(statSync(join(home, "secret.key")).mode & 0o777).toBe(0o600);
});

test("hex and base64 are the same key, and anything else is refused at once", () => {
  const bytes = Buffer.from("0123456789abcdef0123456789abcdef");
  const sealed = makeVault({ home, secretKey: bytes.toString("hex") }).seal("secret", "p");
  expect(makeVault({ home, secretKey: bytes.toString("base64") }).open(sealed, "p")).toBe("secret");
  expect(makeVault({ home, secretKey: bytes.toString("base64url") }).open(sealed, "p")).toBe(
    "secret",
  );
  for (const secretKey of ["short", "zz".repeat(32), `${bytes.toString("hex")}00`]) {
    expect(() => makeVault({ home, secretKey })).toThrow("PARLEY_SECRET_KEY must hold 32 bytes");
  }
  writeFileSync(join(home, "secret.key"), "nonsense");
  expect(() => makeVault({ home }).seal("secret", "p")).toThrow("secret.key must hold 32 bytes");
});
