/** The command line itself is wrong: nothing was done, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The words of the command or group whose help mends it. */
  readonly path: readonly string[];

  constructor(message: string, path: readonly string[] = []) {
    super(message);
    this.path = path;
  }
}
