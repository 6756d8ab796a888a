/**
 * What is being written and can be completed: a file behind `@`, a command at the beginning, or what stands behind
 * that.
 */
export interface Token {
  readonly kind: "file" | "command" | "choice";
  /** The command that such a choice is for. */
  readonly command?: string;
  /** What stands behind the sign. */
  readonly words: string;
  /** Where the sign stands. */
  readonly from: number;
  readonly to: number;
}

/** The token that ends at the caret; undefined for none. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const before = text.slice(0, caret);
  const [, command] = /^\/([^\s/]*)$/.exec(before) ?? [];
  if (command !== undefined) return { kind: "command", words: command, from: 0, to: caret };
  const [, of, choice] = /^\/([\w-]+) +(\S*)$/.exec(before) ?? [];
  if (of !== undefined && choice !== undefined && !choice.startsWith("@"))
    return { kind: "choice", command: of, words: choice, from: caret - choice.length, to: caret };
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
