/** The first line of what was thrown. */
export function messageOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.split("\n", 1)[0] || "It failed without a word on why.";
}
