/** Pictures as data addresses, which is how a chat request carries them. */

/** All pictures of one message together; the server takes a little more. */
export const MOST_IMAGE_BYTES = 10 * 1024 * 1024;

/** The pictures there were and the new ones; undefined: together they are too large. Other files are left out. */
export async function readImages(
  files: readonly File[],
  before: readonly string[],
): Promise<readonly string[] | undefined> {
  const pictures = files.filter(({ type }) => type.startsWith("image/"));
  const known = before.reduce((sum, url) => sum + url.length * 0.75, 0);
  if (known + pictures.reduce((sum, { size }) => sum + size, 0) > MOST_IMAGE_BYTES)
    return undefined;
  const added = await Promise.all(pictures.map(readFile));
  return [...new Set([...before, ...added])];
}

function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(file);
  });
}
