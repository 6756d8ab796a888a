/** At most `maxLength` characters of a line, around the place `around`, with a count of what is missing on either side. */
export function clipLine(line: string, maxLength: number, around = 0): string {
  if (line.length <= maxLength) return line;
  const latest = line.length - maxLength;
  const start = Math.min(Math.max(0, around - Math.floor(maxLength / 2)), latest);
  const end = start + maxLength;
  const before = start === 0 ? "" : `[+${start} chars]…`;
  const after = end === line.length ? "" : `…[+${line.length - end} chars]`;
  return before + line.slice(start, end).toWellFormed() + after;
}
