/**
 * For the processes of the harness: calls back when standard input closes, that is when whoever started this process
 * has ended, however it ended. Each line that comes before is handed on.
 */
export function listenForParent(onGone: () => void, onLine?: (line: string) => void): void {
  const decoder = new TextDecoder();
  let text = "";
  process.stdin.on("data", (bytes: Uint8Array) => {
    const lines = (text + decoder.decode(bytes, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") onLine?.(line);
  });
  process.stdin.on("end", onGone);
}
