/** Between fences that are longer than any row of backticks inside: no text can leave its block. */
export function fenced(text: string, language = ""): string {
  let longest = 2;
  for (const [row] of text.matchAll(/`+/g)) longest = Math.max(longest, row.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}
