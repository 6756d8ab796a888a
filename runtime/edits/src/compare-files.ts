import { compareLines, type LineComparison } from "./line-changes.ts";
import { joinedText, type TextFile } from "./text-file.ts";

/**
 * Compares two files line by line, as `git diff` does: where they differ in their line breaks or in the byte order
 * mark, those are part of the lines.
 */
export function compareFiles(before: TextFile | undefined, after: TextFile | undefined): LineComparison {
  const files = [before, after].filter((file) => file !== undefined);
  const isAlike = files.every(isPlain) || files.every(isAllCrlf);
  const textOf = (file: TextFile | undefined) => file && (isAlike ? file.text : joinedText(file));
  return compareLines(textOf(before) ?? "", textOf(after) ?? "");
}

/** Every line break of it is a line feed, and no mark begins it. */
export function isPlain({ crlf, byteOrderMark }: TextFile): boolean {
  return crlf.length === 0 && !byteOrderMark;
}

/** Every line break of it is `\r\n`, and no mark begins it. */
export function isAllCrlf({ text, crlf, byteOrderMark }: TextFile): boolean {
  return !byteOrderMark && crlf.length === text.split("\n").length - 1;
}
