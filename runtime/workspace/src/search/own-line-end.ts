/** Whether a carriage return belongs to the end of a line: yes, unless the pattern itself asks for one. */
export function endsWithCarriageReturn({
  pattern,
  fixed,
}: {
  readonly pattern: string;
  readonly fixed: boolean;
}): boolean {
  return !pattern.includes("\r") && (fixed || !/\\(?:r|x0[dD]|x\{0*[dD]\}|u000[dD]|u\{0*[dD]\})/.test(pattern));
}
