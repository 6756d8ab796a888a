type Rule = readonly [chars: RegExp, next: string];

const DEEPEST = 200;
const BLANK = /[ \t\n\r]/;
const DIGIT = /\d/;
const HEX = /[\da-f]/i;
const AFTER: readonly Rule[] = [
  [BLANK, "after"],
  [/,/, "comma"],
  [/[\]}]/, "close"],
];
const EXPONENT: Rule = [/e/i, "exponent"];
const VALUE: readonly Rule[] = [
  [BLANK, "value"],
  [/"/, "string"],
  [/\{/, "keys"],
  [/\[/, "items"],
  [/-/, "minus"],
  [/0/, "zero"],
  [DIGIT, "whole"],
  [/t/, "rue"],
  [/f/, "alse"],
  [/n/, "ull"],
];

/** What may come next, by state. A state without an entry is what is left of `true`, `false` or `null`. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  start: [
    [BLANK, "start"],
    [/\{/, "keys"],
  ],
  keys: [
    [BLANK, "keys"],
    [/"/, "string"],
    [/\}/, "close"],
  ],
  key: [
    [BLANK, "key"],
    [/"/, "string"],
  ],
  colon: [
    [BLANK, "colon"],
    [/:/, "value"],
  ],
  value: VALUE,
  items: [[BLANK, "items"], [/\]/, "close"], ...VALUE],
  after: AFTER,
  end: [[BLANK, "end"]],
  over: [],
  string: [
    [/[^"\\\p{Cc}]|[\x7f-\x9f]/u, "string"],
    [/"/, "quote"],
    [/\\/, "escape"],
  ],
  escape: [
    [/["\\/bfnrt]/, "string"],
    [/u/, "4"],
  ],
  4: [[HEX, "3"]],
  3: [[HEX, "2"]],
  2: [[HEX, "1"]],
  1: [[HEX, "string"]],
  minus: [
    [/0/, "zero"],
    [DIGIT, "whole"],
  ],
  zero: [[/\./, "point"], EXPONENT, ...AFTER],
  whole: [[DIGIT, "whole"], [/\./, "point"], EXPONENT, ...AFTER],
  point: [[DIGIT, "fraction"]],
  fraction: [[DIGIT, "fraction"], EXPONENT, ...AFTER],
  exponent: [
    [/[+-]/, "sign"],
    [DIGIT, "power"],
  ],
  sign: [[DIGIT, "power"]],
  power: [[DIGIT, "power"], ...AFTER],
};

/** Follows a text that arrives in pieces for as long as it can be the beginning of a JSON object, in linear time. */
export class ObjectPrefix {
  #state = "start";
  #isKey = false;
  /** The brackets that are still to come, the next one last. */
  #closers = "";

  /** What comes before the first character that no JSON object can have there; nothing after that. */
  push(piece: string): string {
    let at = 0;
    while (at < piece.length && this.#accepts(piece.charAt(at))) at += 1;
    return piece.slice(0, at);
  }

  #accepts(char: string): boolean {
    const state = this.#state;
    const rules = RULES[state] ?? [[RegExp(state.charAt(0)), state.slice(1) || "after"]];
    const next = rules.find(([chars]) => chars.test(char))?.[1] ?? "over";
    if (next === "string" && char === '"' && state !== "escape") this.#isKey = state === "key" || state === "keys";
    this.#state = this.#settle(next, char);
    return this.#state !== "over";
  }

  #settle(next: string, char: string): string {
    const closers = this.#closers;
    if (next === "quote") return this.#isKey ? "colon" : "after";
    if (next === "comma") return closers.endsWith("}") ? "key" : "value";
    if (char === "{" && next === "keys") this.#closers += "}";
    if (char === "[" && next === "items") this.#closers += "]";
    if (this.#closers.length > DEEPEST) return "over";
    if (next !== "close") return next;
    if (!closers.endsWith(char)) return "over";
    this.#closers = closers.slice(0, -1);
    return this.#closers === "" ? "end" : "after";
  }
}
