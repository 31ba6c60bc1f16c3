/** How long an uncompressed recording is, from what its decoder goes by; never from a field that nothing else needs. */

const RIFF = 0x52_49_46_46;
const WAVE = 0x57_41_56_45;
const FMT = 0x66_6d_74_20;
const DATA = 0x64_61_74_61;

/** Sizes of a sample, in bits, by format: whole numbers, floats, A-law, µ-law. */
const SAMPLE_BITS: Readonly<Record<number, readonly number[]>> = {
  1: [8, 16, 24, 32],
  3: [32, 64],
  6: [8],
  7: [8],
};
/** The format is named further on. */
const EXTENSIBLE = 0xff_fe;
const MOST_SAMPLES_PER_SECOND = 768_000;
const MOST_CHANNELS = 32;
const MOST_CHUNKS = 100;

/** Undefined: it is no WAV file, or one that contradicts itself. */
export async function findWavMilliseconds(file: Blob): Promise<number | undefined> {
  const head = await view(file, 0, 12);
  if (head?.getUint32(0) !== RIFF || head.getUint32(8) !== WAVE) return undefined;
  let bytesPerSecond: number | undefined;
  let sound: number | undefined;
  let at = head.byteLength;
  for (let chunks = 0; at < file.size; chunks++) {
    const chunk = await view(file, at, 8);
    if (!chunk || chunks === MOST_CHUNKS) return undefined;
    const [name, size] = [chunk.getUint32(0), chunk.getUint32(4, true)];
    const start = at + chunk.byteLength;
    if (start + size > file.size) return undefined;
    if (name === FMT) {
      if (bytesPerSecond !== undefined) return undefined;
      bytesPerSecond = await readBytesPerSecond(file, start, size);
      if (bytesPerSecond === undefined) return undefined;
    } else if (name === DATA) {
      if (sound !== undefined) return undefined;
      sound = size;
    }
    // Chunks begin at even places.
    at = start + size + (size % 2);
  }
  if (bytesPerSecond === undefined || sound === undefined) return undefined;
  // Mostly something else: a decoder may find more to hear than the file admits.
  if (file.size - sound > sound) return undefined;
  return Math.ceil((sound / bytesPerSecond) * 1000);
}

async function readBytesPerSecond(
  file: Blob,
  start: number,
  size: number,
): Promise<number | undefined> {
  const fmt = size < 16 ? undefined : await view(file, start, Math.min(size, 40));
  if (!fmt) return undefined;
  const named = fmt.getUint16(0, true);
  const isExtended = named === EXTENSIBLE && fmt.byteLength === 40;
  const format = isExtended ? fmt.getUint16(24, true) : named;
  const channels = fmt.getUint16(2, true);
  const samples = fmt.getUint32(4, true);
  const bits = fmt.getUint16(14, true);
  const frame = (channels * bits) / 8;
  const isSound =
    SAMPLE_BITS[format]?.includes(bits) === true &&
    channels > 0 &&
    channels <= MOST_CHANNELS &&
    samples > 0 &&
    samples <= MOST_SAMPLES_PER_SECOND;
  const agrees = fmt.getUint16(12, true) === frame && fmt.getUint32(8, true) === samples * frame;
  return isSound && agrees ? samples * frame : undefined;
}

/** Undefined: the file ends before. */
async function view(file: Blob, start: number, size: number): Promise<DataView | undefined> {
  const bytes = await file.slice(start, start + size).arrayBuffer();
  return bytes.byteLength === size ? new DataView(bytes) : undefined;
}
