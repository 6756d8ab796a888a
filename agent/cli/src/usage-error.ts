/** The command was used wrongly. The message is one line that says what to do next; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
