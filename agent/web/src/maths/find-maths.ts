/** A formula in a text. */
export interface Formula {
  readonly tex: string;
  /** On a line of its own. */
  readonly isBlock: boolean;
}

/** A text in which signs stand for its formulas, so that Markdown leaves them alone. */
export interface WithFormulas {
  readonly text: string;
  readonly formulas: readonly Formula[];
}

/** Signs that no text uses: they begin and end the place of a formula. */
const [BEGIN, END] = ["\uE000", "\uE001"];
/** Characters of a formula. */
const LONGEST = 2_000;
/** Formulas of one block. */
const MOST = 200;

const PAIRS = [
  { open: "$$", close: "$$", isBlock: true },
  { open: "\\[", close: "\\]", isBlock: true },
  { open: "\\(", close: "\\)", isBlock: false },
  { open: "$", close: "$", isBlock: false },
] as const;

/** Takes the formulas out of a block of Markdown: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`, outside of code. */
export function takeFormulas(text: string): WithFormulas {
  if (!/\$|\\[[(]/.test(text) || text.includes(BEGIN) || isCode(text)) return { text, formulas: [] };
  const formulas: Formula[] = [];
  const ends = new Ends(text);
  let shown = "";
  for (let place = 0; place < text.length; ) {
    const found = formulas.length < MOST ? formulaAt(text, place, ends) : undefined;
    if (found === undefined) {
      const next = plainEnd(text, place);
      shown += text.slice(place, next);
      place = next;
    } else {
      shown += `${BEGIN}${formulas.length}${END}`;
      formulas.push(found.formula);
      place = found.end;
    }
  }
  return { text: shown, formulas };
}

const FENCE = /^[ >\t]*(?:```|~~~)|^(?: {4}|\t)/;

function isCode(text: string): boolean {
  return FENCE.test(text);
}

/** Where the signs that end a formula stand: each is looked for once, however many begin before it. */
class Ends {
  readonly #text: string;
  readonly #known = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The first such sign from a place on, or -1. Places have to be asked for in their order. */
  after(place: number, sign: string): number {
    const known = this.#known.get(sign);
    if (known === -1 || (known !== undefined && known >= place)) return known;
    const end = this.#text.indexOf(sign, place);
    this.#known.set(sign, end);
    return end;
  }
}

function formulaAt(
  text: string,
  place: number,
  ends: Ends,
): { readonly formula: Formula; readonly end: number } | undefined {
  const pair = PAIRS.find(({ open }) => text.startsWith(open, place));
  if (pair === undefined) return undefined;
  const from = place + pair.open.length;
  const to = ends.after(from, pair.close);
  if (to === -1 || to - from > LONGEST) return undefined;
  const tex = text.slice(from, to);
  if (tex.trim() === "" || /\n[ \t]*\n/.test(tex)) return undefined;
  const end = to + pair.close.length;
  return pair.open === "$" && isMoney(tex, text.charAt(end))
    ? undefined
    : { formula: { tex: tex.trim(), isBlock: pair.isBlock }, end };
}

/** `$5 and $10` are two prices: a formula touches both of its signs, stands in one line, and no digit follows it. */
function isMoney(tex: string, next: string): boolean {
  return /^\s|\s$|\n|`/.test(tex) || /\d/.test(next);
}

/** Where what is no formula ends: after code, after a sign that is escaped, or after one character. */
function plainEnd(text: string, place: number): number {
  const sign = text.charAt(place);
  if (sign === "\\") return Math.min(text.length, place + 2);
  if (sign !== "`") return nextSign(text, place + 1);
  let ticks = place;
  while (text.charAt(ticks) === "`") ticks += 1;
  const fence = text.slice(place, ticks);
  const close = text.indexOf(fence, ticks);
  return close === -1 ? ticks : close + fence.length;
}

const SIGN = /[$\\`]/g;

function nextSign(text: string, from: number): number {
  SIGN.lastIndex = from;
  return SIGN.exec(text)?.index ?? text.length;
}

/** A piece of a text: itself, or the formula that stands there. */
export type TextOrFormula = string | Formula;

/** A text that was parsed, with its formulas where they stood. */
export function withFormulas(text: string, formulas: readonly Formula[]): readonly TextOrFormula[] {
  if (formulas.length === 0) return [text];
  return text.split(/\uE000(\d{1,3})\uE001/).flatMap((piece, place): TextOrFormula[] => {
    const formula = place % 2 === 1 ? formulas[Number(piece)] : undefined;
    return formula !== undefined ? [formula] : piece === "" ? [] : [piece];
  });
}
