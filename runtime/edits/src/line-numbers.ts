/** A line as `read` prints it; also with the arrow or bar of other tools. */
const NUMBERED_LINE = /^ {0,8}(\d{1,9}[\t→|])/;

/** The first line number, when every line of the text that is not blank begins with one. */
export function startsWithLineNumbers(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (!lines.every((line) => NUMBERED_LINE.test(line))) return undefined;
  return NUMBERED_LINE.exec(lines[0] ?? "")?.[1];
}

/** The two texts of an edit without line numbers that were copied along. */
export interface WithoutNumbers {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * Takes away the line numbers that every line of the old text begins with, and those of the new text where all its
 * lines have one. Undefined where the old text has none, and where the new text has some and some not.
 */
export function withoutLineNumbers({ oldText, newText }: WithoutNumbers): WithoutNumbers | undefined {
  if (startsWithLineNumbers(oldText) === undefined) return undefined;
  const isNumbered = startsWithLineNumbers(newText) !== undefined;
  if (!isNumbered && newText.split("\n").some((line) => NUMBERED_LINE.test(line))) return undefined;
  return { oldText: plain(oldText), newText: isNumbered ? plain(newText) : newText };
}

function plain(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(NUMBERED_LINE, ""))
    .join("\n");
}
