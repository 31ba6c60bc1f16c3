/** Deterministic unit vectors: texts that share words are near each other, so retrieval over the fake means something. */

export const DEFAULT_DIMENSIONS = 64;

export function embed(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""]) {
    // Each word is a direction of its own: pseudo-random signs (xorshift32) are nearly orthogonal.
    let state = Bun.hash.xxHash32(word) || 1;
    for (let i = 0; i < dimensions; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      vector[i] = (vector[i] ?? 0) + (state & 1 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  // Words may cancel out; a zero vector has no direction.
  if (length === 0) vector[0] = 1;
  return vector.map((value) => Math.fround(value / (length || 1)));
}

/** Little-endian 32-bit floats, as `encoding_format: "base64"` sends them. */
export function toBase64(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString("base64");
}
