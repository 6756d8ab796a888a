import type { Tool } from "../tool/tool.ts";

/** Okapi BM25's usual constants: how soon repeats stop counting, and how much long texts are held back. */
const K1 = 1.2;
const B = 0.75;
/** A word of the name says more than one of the description. */
const NAME_WEIGHT = 2;

interface Entry {
  readonly tool: Tool;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Finds tools by the words of their names and descriptions, ranked by BM25. */
export class WordIndex {
  readonly #entries: readonly Entry[];
  readonly #holders = new Map<string, number>();
  readonly #averageLength: number;

  constructor(tools: readonly Tool[]) {
    this.#entries = tools.map(entryOf);
    const total = this.#entries.reduce((sum, { length }) => sum + length, 0);
    this.#averageLength = total / Math.max(1, tools.length);
    for (const { counts } of this.#entries) {
      for (const word of counts.keys()) this.#holders.set(word, (this.#holders.get(word) ?? 0) + 1);
    }
  }

  /** The tools that have one of the words, best first; equals stay in the order they were given. */
  find(query: string): Tool[] {
    const words = [...new Set(toolWords(query))];
    return this.#entries
      .map((entry) => ({ tool: entry.tool, score: this.#score(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ tool }) => tool);
  }

  #score({ counts, length }: Entry, words: readonly string[]): number {
    const held = K1 * (1 - B + (B * length) / this.#averageLength);
    return words.reduce((score, word) => {
      const count = counts.get(word) ?? 0;
      return count === 0 ? score : score + (this.#rarity(word) * count * (K1 + 1)) / (count + held);
    }, 0);
  }

  #rarity(word: string): number {
    const holders = this.#holders.get(word) ?? 0;
    return Math.log(1 + (this.#entries.length - holders + 0.5) / (holders + 0.5));
  }
}

function entryOf(tool: Tool): Entry {
  const counts = new Map<string, number>();
  const add = (word: string, weight: number) => counts.set(word, (counts.get(word) ?? 0) + weight);
  for (const word of toolWords(tool.name)) add(word, NAME_WEIGHT);
  for (const word of toolWords(tool.description)) add(word, 1);
  const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { tool, counts, length };
}

/** Words that say nothing of what a tool does. */
const EMPTY_WORDS: ReadonlySet<string> = new Set("a an and by for from in is of on or the to with".split(" "));

/** The words of a text as a search sees them: lower case, names taken apart, a plural without its s. */
function toolWords(text: string): string[] {
  const apart = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase();
  // One who looks for an email finds what sends e-mail.
  const joined = [...apart.matchAll(/(?<![\p{L}\p{N}])(\p{L})-(\p{L}+)/gu)].map(([, first, rest]) => `${first}${rest}`);
  const words = [...(apart.match(/[\p{L}\p{N}]+/gu) ?? []), ...joined].flatMap(pairsOf);
  return words.filter((word) => !EMPTY_WORDS.has(word)).map(singular);
}

/** Scripts that are written without blanks have no words to tell apart: each two letters stand for one. */
function pairsOf(word: string): readonly string[] {
  if (!WITHOUT_BLANKS.test(word)) return [word];
  const letters = [...word];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

const WITHOUT_BLANKS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u;

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
