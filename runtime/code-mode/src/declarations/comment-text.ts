/** A text as it can stand in a comment of any kind, on one line. */
export function commentText(text: string): string {
  return text.replace(UNSEEN, " ").replace(/\s+/g, " ").replaceAll("*/", "* /").replaceAll("@ts-", "@ts -").trim();
}

/** What moves or hides other text: controls, and marks of direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come in
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
