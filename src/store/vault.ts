/** Encryption of vendor secrets at rest. */

export interface Vault {
  /**
   * Encrypts a text. `purpose` (for example `provider_key:<id>`) is bound to the result, so that a cipher text moved
   * to another row does not open.
   */
  seal(text: string, purpose: string): Promise<string>;
  /** Decrypts what `seal` gave. Throws AppError("unavailable") if the key or the purpose is not the one it was sealed with. */
  open(cipher: string, purpose: string): Promise<string>;
}
