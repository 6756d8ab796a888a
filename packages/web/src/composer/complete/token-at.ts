/** What is being written and can be completed: a file behind `@`, or a command at the beginning. */
export interface Token {
  readonly kind: "file" | "command";
  /** What stands behind the sign. */
  readonly words: string;
  /** Where the sign stands. */
  readonly from: number;
  readonly to: number;
}

/** The token that ends at the caret; undefined for none. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const before = text.slice(0, caret);
  const [, command] = /^\/([\w-]*)$/.exec(before) ?? [];
  if (command !== undefined) return { kind: "command", words: command, from: 0, to: caret };
  const [, file] = /(?:^|[\s("'])@([^\s@"']{0,200})$/.exec(before) ?? [];
  return file === undefined ? undefined : { kind: "file", words: file, from: caret - file.length - 1, to: caret };
}

/** The text with something else in the place of a token, and where the caret goes. */
export function completed(
  text: string,
  { from, to }: Token,
  by: string,
): { readonly text: string; readonly caret: number } {
  const after = text.slice(to);
  const put = after.startsWith(" ") ? by : `${by} `;
  return { text: text.slice(0, from) + put + after, caret: from + by.length + 1 };
}
