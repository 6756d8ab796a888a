/** A line as `read` prints it; also with the arrow or bar of other tools. */
const NUMBERED_LINE = /^ {0,8}(\d{1,9}[\t→|])/;

/** The first line number, when every line of the text that is not blank begins with one. */
export function startsWithLineNumbers(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (!lines.every((line) => NUMBERED_LINE.test(line))) return undefined;
  return NUMBERED_LINE.exec(lines[0] ?? "")?.[1];
}
