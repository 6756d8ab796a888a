/** The longest name that is looked at: registered ones have at most 64 characters. */
const MAX_LENGTH = 256;

/** The name of a call as it may be shown and compared; empty for what is no text. */
export function callName(name: unknown): string {
  return typeof name === "string" ? name.slice(0, MAX_LENGTH).toWellFormed() : "";
}
