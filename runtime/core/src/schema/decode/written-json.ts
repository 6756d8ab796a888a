/** A text as JSON, where a model did not write it so but its meaning is plain, or what is wrong with it. */
export interface WrittenJson {
  /** The text with each control character inside of its texts escaped, and without a fence around all of it. */
  readonly text: string;
  /** What to do about it, in fixed words that quote nothing; undefined where that is not plain. */
  readonly problem: string | undefined;
}

/**
 * Reads a text that `JSON.parse` refused. A line break in a text can mean nothing else; a backslash that is not escaped
 * may be the half of a path, so that is only told. Linear in the text.
 */
export function writtenJson(given: string): WrittenJson {
  const text = withoutFence(given);
  const read: Walk = { pieces: [], from: 0, depth: 0, isOpen: false, hasBadEscape: false, end: undefined };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = walkText(text, at, read);
    else if (character === "{" || character === "[") read.depth++;
    else if ((character === "}" || character === "]") && --read.depth === 0) read.end ??= at + 1;
  }
  return { text: read.pieces.join("") + text.slice(read.from), problem: problemOf(text, read) };
}

function withoutFence(given: string): string {
  const text = given.trim();
  const isFenced = /^```\w*\s/.test(text) && text.endsWith("```");
  return isFenced ? text.slice(text.search(/\s/), -"```".length) : text;
}

interface Walk {
  /** The text up to `from`, escaped. */
  readonly pieces: string[];
  from: number;
  depth: number;
  /** A text was begun and not ended. */
  isOpen: boolean;
  hasBadEscape: boolean;
  /** Where the first value ends. */
  end: number | undefined;
}

/** Goes over the text that begins at `start`, and gives where it ends. */
function walkText(text: string, start: number, read: Walk): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return at;
    if (character === "\\") read.hasBadEscape ||= !ESCAPED.test(text.slice(at + 1, ++at + 5));
    else if (character < " ") {
      read.pieces.push(text.slice(read.from, at), JSON.stringify(character).slice(1, -1));
      read.from = at + 1;
    }
  }
  read.isOpen = true;
  return text.length;
}

/** What may stand behind a backslash. */
const ESCAPED = /^(?:["\\/bfnrt]|u[\da-f]{4})/i;

function problemOf(text: string, { hasBadEscape, isOpen, depth, end }: Walk): string | undefined {
  if (hasBadEscape) return String.raw`a backslash in a text is written \\`;
  if (!/^\s*[{[]/.test(text)) return undefined;
  if (isOpen || depth > 0) return "it breaks off before its end";
  if (end !== undefined && text.slice(end).trim() !== "") return "nothing may stand behind its last bracket";
  return undefined;
}
