/** What a terminal has been told of the text that follows: for each kind of look the parameters that say it. */
type Told = Readonly<Partial<Record<Kind, string>>>;

type Kind = "weight" | "slant" | "line" | "inverse" | "front" | "back";

/** Marks as they stand in a text: `ESC [ … m`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a look begins with ESC
export const MARK = /\u001b\[([\d;:]*)m/g;

/** A text without its marks. */
export function withoutMarks(text: string): string {
  return text.includes("\u001b") ? text.replace(MARK, "") : text;
}

const KINDS = new Map<number, Kind>([
  ...kind("weight", 1, 2, 22),
  ...kind("slant", 3, 23),
  ...kind("line", 4, 24),
  ...kind("inverse", 7, 27),
  ...kind("front", 30, 31, 32, 33, 34, 35, 36, 37, 39, 90, 91, 92, 93, 94, 95, 96, 97),
  ...kind("back", 40, 41, 42, 43, 44, 45, 46, 47, 49, 100, 101, 102, 103, 104, 105, 106, 107),
]);

/** Parameters that take a look back. */
const NORMAL = new Set([22, 23, 24, 27, 39, 49]);

/** In which order they are written. */
const ORDER: readonly Kind[] = ["weight", "slant", "line", "inverse", "front", "back"];

/**
 * How a terminal would show what comes next. However it was told, what it says of it is whole and has one form, so that
 * the text before it may be left out, and that equal looks are equal. What means nothing here is passed over.
 */
export class Looks {
  #told: Told = {};

  /** Takes the parameters of one mark. */
  take(parameters: string): void {
    const numbers = parameters.split(";").map(numbersIn);
    for (let place = 0; place < numbers.length; place++) {
      const [number = 0, ...rest] = numbers[place] ?? [];
      if (number !== 38 && number !== 48) this.#set(number);
      else if (rest.length > 0) this.#colour(number, rest);
      else
        place += this.#colour(
          number,
          numbers.slice(place + 1, place + 5).map(([first = 0]) => first),
        );
    }
  }

  /** The parameters that stand for it; empty for plain text. */
  get parameters(): string {
    return ORDER.flatMap((kind) => this.#told[kind] ?? []).join(";");
  }

  #set(number: number): void {
    const kind = KINDS.get(number);
    if (number === 0) this.#told = {};
    else if (kind !== undefined)
      this.#told = { ...this.#told, [kind]: NORMAL.has(number) ? undefined : String(number) };
  }

  /** A colour of 256 or of all. Gives how many of the numbers belong to it. */
  #colour(number: number, [form, ...rest]: readonly number[]): number {
    const length = form === 5 ? 1 : form === 2 ? 3 : 0;
    // With colons there may be a colour space before the three.
    const values = rest.slice(length === 3 && rest.length > 3 ? -3 : 0).slice(0, length);
    if (length === 0 || values.length < length || values.some((value) => value > 255)) return 0;
    this.#told = { ...this.#told, [number === 38 ? "front" : "back"]: [number, form, ...values].join(";") };
    return length + 1;
  }
}

/** A mark that says it all. */
export function markOf(parameters: string): string {
  return `\u001b[${parameters === "" ? "0" : `0;${parameters}`}m`;
}

function kind(name: Kind, ...numbers: readonly number[]): readonly (readonly [number, Kind])[] {
  return numbers.map((number) => [number, name]);
}

/** A parameter, and what stands behind colons in it. */
function numbersIn(parameter: string): readonly number[] {
  return parameter.split(":").map((digits) => Math.min(Number(digits), 1_000));
}
