/** One line as `read` prints it: a number, six wide, a tab, the text. */
export function numberedLine(number: number, line: string): string {
  return `${String(number).padStart(6)}\t${line}`;
}
