/** Whether the last line of a result says that the call was mended: what was left out of it, or read as another key. */
export function isMended(answer: string): boolean {
  return /(?:^|\n)\[(?:left out: |read `)[^\n]*\]$/.test(answer);
}
