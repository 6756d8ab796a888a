import type { Json } from "@toolwright/core";
import { JsonScanner } from "./json-scanner.ts";

/**
 * How far the arguments of one call are. `placeholder` is a lone `{}` or `null` that may yet be replaced;
 * `repeating` a complete value after which another one has begun; `malformed` two different values.
 */
export type ArgumentsStatus = "empty" | "placeholder" | "open" | "complete" | "repeating" | "malformed";

/** The arguments text of one call, gathered from fragments at a cost linear in their length. */
export class ArgumentsText {
  #first: string | undefined;
  #firstCanonical: string | undefined;
  #rest: string[] = [];
  #restLength = 0;
  #malformed = false;
  #unshown = "";
  #examined = 0;
  readonly #scanner = new JsonScanner();

  /** How many characters were scanned, compared or joined so far. */
  get examined(): number {
    return this.#examined;
  }

  get status(): ArgumentsStatus {
    if (this.#malformed) return "malformed";
    if (this.#first === undefined) return this.#statusOfFirst();
    if (this.#scanner.begun) return "repeating";
    return isEmptyObject(this.#first) ? "placeholder" : "complete";
  }

  /** Everything received that counts, joined. */
  text(): string {
    return (this.#first ?? "") + this.#rest.join("");
  }

  /** Takes the next fragment and returns what a display may append, which is often less than the fragment. */
  add(fragment: string): string {
    if (fragment === "") return "";
    this.#examined += fragment.length;
    if (this.status === "placeholder" && fragment.trim() !== "") this.#clear();
    return this.#show(this.#isCumulative(fragment) ? fragment.slice(this.#length) : fragment);
  }

  /** Whether `fragment` alone is the complete value that is here already. */
  repeats(fragment: string): boolean {
    if (this.#first === undefined) return false;
    this.#firstCanonical ??= canonicalValue(this.#first);
    this.#examined += fragment.length;
    return canonicalValue(fragment) === this.#firstCanonical;
  }

  /** Whether `fragment` is nothing that a complete value would be followed by in the same call. */
  differsFrom(fragment: string, named: boolean): boolean {
    if (fragment.trim() === "") return false;
    if (this.status === "malformed") return named;
    if (this.status !== "complete" || this.repeats(fragment) || this.#isCumulative(fragment)) return false;
    // A nameless start of the very same text is the value being streamed a second time.
    return named || this.#first?.startsWith(fragment) !== true;
  }

  /** What was held back from display because it might have been replaced. */
  flush(): string {
    const unshown = this.status === "repeating" ? "" : this.#unshown;
    this.#unshown = "";
    return unshown;
  }

  get #length(): number {
    return (this.#first?.length ?? 0) + this.#restLength;
  }

  #statusOfFirst(): ArgumentsStatus {
    if (!this.#scanner.begun) return "empty";
    const mayBeNull = this.#restLength <= 16;
    return mayBeNull && this.#rest.join("").trim() === "null" ? "placeholder" : "open";
  }

  #isCumulative(fragment: string): boolean {
    // Only a longer fragment is compared, so the comparisons together cost no more than the fragments.
    if (this.#length === 0 || fragment.length <= this.#length || this.#malformed) return false;
    this.#examined += this.#length;
    return fragment.startsWith(this.text());
  }

  #show(addition: string): string {
    this.#unshown += addition;
    this.#append(addition);
    const status = this.status;
    if (status === "placeholder" || status === "repeating") return "";
    const whole = endsInHalfCharacter(this.#unshown) ? this.#unshown.length - 1 : this.#unshown.length;
    const shown = this.#unshown.slice(0, whole);
    this.#unshown = this.#unshown.slice(whole);
    return shown;
  }

  #append(addition: string): void {
    let from = 0;
    while (from < addition.length && !this.#malformed) {
      const end = this.#scanner.scan(addition, from);
      const next = end === -1 ? addition.length : end;
      this.#push(addition.slice(from, next));
      if (end !== -1) this.#closeValue();
      from = next;
    }
    if (from < addition.length) this.#push(addition.slice(from));
  }

  #push(piece: string): void {
    this.#rest.push(piece);
    this.#restLength += piece.length;
  }

  #closeValue(): void {
    const value = this.#rest.join("");
    this.#examined += value.length;
    if (this.#first === undefined || isEmptyObject(this.#first)) this.#startWith(value);
    else if (this.repeats(value)) this.#startWith(this.#first);
    else this.#malformed = true;
  }

  #startWith(value: string): void {
    if (this.#first !== undefined) this.#unshown = "";
    if (this.#first !== value) this.#firstCanonical = undefined;
    this.#first = value;
    this.#rest = [];
    this.#restLength = 0;
  }

  #clear(): void {
    this.#first = undefined;
    this.#firstCanonical = undefined;
    this.#rest = [];
    this.#restLength = 0;
    this.#unshown = "";
    this.#scanner.reset();
  }
}

function isEmptyObject(value: string): boolean {
  return value.length <= 16 && /^\s*\{\s*\}\s*$/.test(value);
}

function endsInHalfCharacter(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

/**
 * One text for every way of writing the same JSON value; the trimmed text itself where it does not parse.
 * Long digit runs are compared as written, because parsing would round two different ids to one number.
 */
function canonicalValue(text: string): string {
  const trimmed = text.trim();
  if (/\d{16}/.test(trimmed)) return trimmed;
  try {
    return JSON.stringify(sorted(JSON.parse(trimmed)));
  } catch {
    return trimmed;
  }
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => [key, sorted(inner)]);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
