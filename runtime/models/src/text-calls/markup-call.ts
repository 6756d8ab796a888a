/** A call in a spelling that only its model's own server can read: it says nothing of the types of its values. */
export interface MarkupCall {
  readonly name: string;
  /** Where it begins, in UTF-16 units. */
  readonly start: number;
  /** For a sentence. */
  readonly spelling: string;
}

/** More than this of a text's end is not looked at, in UTF-16 units. */
const LONGEST = 256 * 1024;

const HARMONY = "Harmony's marks";

/** The beginnings of calls on lines of their own; each has the name in its one group. */
const SPELLINGS = [
  ["Qwen3-Coder's tags", /^ {0,3}(?:<tool_call>\s*)?<function=["']?([\w.:-]+)["']?>/gm],
  ["GLM's tags", /^ {0,3}<tool_call>\s*([\w.:-]+)\s*<arg_key>/gm],
  [
    "<invoke> tags",
    /^ {0,3}(?:<[\w:｜]*(?:function|tool)_calls>\s*)?<(?:\w+:|｜DSML｜)?invoke name=["']([\w.:-]+)["']/gm,
  ],
  [HARMONY, /^(?:.*<\|end\|>)? {0,3}(?:<\|start\|>assistant)?<\|channel\|>\w+ +to=functions\.([\w.:-]+)/gm],
  [HARMONY, /^(?:.*<\|end\|>)? {0,3}<\|start\|>assistant +to=functions\.([\w.:-]+)/gm],
] as const;

/**
 * The first call of an offered tool that a text spells in tags (Qwen3-Coder, GLM, DeepSeek from 3.2 on, `invoke`) or in
 * Harmony's marks.
 */
export function findMarkupCall(text: string, offered: ReadonlySet<string>): MarkupCall | undefined {
  const from = Math.max(0, text.length - LONGEST);
  const end = text.slice(from);
  const found = SPELLINGS.flatMap(([spelling, beginning]) =>
    [...end.matchAll(beginning)].map(({ 1: name = "", index }) => ({ name, start: from + index, spelling })),
  ).filter(({ name }) => offered.has(name));
  return found.toSorted((one, other) => one.start - other.start)[0];
}
