import { type Found, MORE, type Rest } from "./judge.ts";
import type { HoldingScrubStream } from "./scrubber.ts";
import { maskOf } from "./secret.ts";
import { type Shape, shapes } from "./shapes.ts";

/** The rarest part of every trigger: four times as fast as looking for the triggers themselves. */
const RARE = /k-|h[op]_|b_pat_|lpat-|[KS]IA|ox[abpr]-|Iza|pm_|yJ|--B|:[/\\]|uthoriz|UTHORIZ/;
/** Three characters of every trigger, again the rarest, for a {@link Sieve}. */
export const SHAPE_PIECES: readonly string[] =
  "sk- hp_ ho_ b_p lpa KIA SIA oxa oxb oxp oxr Iza pm_ eyJ --B :// :\\/ riz RIZ".split(" ");
/** A letter or digit that is no part of a word: it ends an escape or a terminal colour. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal colour begins with ESC
const ESCAPE = /(?:\\[bfnrt]|%[0-9A-Fa-f]{2}|\u001b\[[\d;]{0,12}m)$/;
const CONTEXT = 16;

interface Triggers {
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly any: RegExp;
  readonly beginnings: ReadonlySet<string>;
  readonly longest: number;
}

let made: Triggers | undefined;

/** Made for the first text that may hold a shape: most programs meet none. */
function triggers(): Triggers {
  made ??= triggersOf(shapes());
  return made;
}

function triggersOf(all: readonly Shape[]): Triggers {
  const byTrigger = new Map(all.flatMap((shape) => shape.triggers.map((trigger) => [trigger, shape] as const)));
  const names = [...byTrigger.keys()];
  return {
    shapes: byTrigger,
    any: new RegExp(names.map((name) => name.replace(/[\\/]/g, "\\$&")).join("|"), "g"),
    beginnings: new Set(names.flatMap((name) => [...name].map((_, index) => name.slice(0, index)))),
    longest: Math.max(...names.map((name) => name.length)),
  };
}

/** False only when no well-known shape is in the text. */
export function mayHoldShape(text: string): boolean {
  return RARE.test(text);
}

/**
 * Masks the well-known shapes in a text that arrives in pieces. Held back is what could begin a secret, at most
 * 16 Ki characters; of a longer secret the mask goes out first and the rest is dropped as it comes.
 */
export class ShapeStream implements HoldingScrubStream {
  #held = "";
  /** The raw characters before `held`. */
  #before = "";
  /** `held` is looked at again when it is this long: twice as long as the last time, which keeps the work linear. */
  #retryAt = 0;
  #rest: Rest | undefined;
  /** How much of `held` was let out by a pause, and whether the end of that was a mask. */
  #shown = 0;
  #isCovered = false;

  held(): string {
    return this.#held;
  }

  push(chunk: string): string {
    return this.#take(chunk, false);
  }

  pause(mayGoOn = false): string {
    this.#retryAt = 0;
    return this.#take("", false) + this.#letOut(mayGoOn);
  }

  end(): string {
    const shown = this.#take("", true);
    this.#before = "";
    this.#rest = undefined;
    return shown;
  }

  #take(chunk: string, final: boolean): string {
    this.#held += chunk;
    if (this.#held.length < this.#retryAt && !final) return "";
    this.#retryAt = 0;
    const { shown, keep } = this.#scan(this.#held, this.#skipRest(0), final);
    this.#before = this.#contextOf(keep);
    this.#held = this.#held.slice(keep);
    this.#shown = Math.max(0, this.#shown - keep);
    this.#isCovered &&= this.#shown > 0;
    if (this.#retryAt > 0) this.#retryAt = 2 * this.#held.length;
    return shown;
  }

  #scan(text: string, from: number, final: boolean): { shown: string; keep: number } {
    let shown = "";
    let cursor = from;
    let next = from;
    for (;;) {
      const candidate = this.#candidate(text, next);
      if (candidate === undefined) break;
      const { at, shape } = candidate;
      const found = shape.judge({ ...candidate, text, final });
      if (found === MORE) {
        this.#retryAt = 1;
        return { shown: shown + this.#unshown(text, cursor, at), keep: at };
      }
      next = at + 1;
      if (found === undefined) continue;
      shown += this.#unshown(text, cursor, found.start) + this.#maskOf(found, shape);
      cursor = next = this.#skip(found);
    }
    const keep = final ? text.length : this.#keepFrom(text, cursor);
    return { shown: shown + this.#unshown(text, cursor, keep), keep };
  }

  #unshown(text: string, start: number, end: number): string {
    return text.slice(Math.max(start, this.#shown), end);
  }

  /** Nothing where a pause wrote the mask already, or where all of the secret had been let out. */
  #maskOf({ start, end, rest }: Found, { name }: Shape): string {
    const isTold = start < this.#shown && (this.#isCovered || (end <= this.#shown && rest === undefined));
    return isTold ? "" : maskOf(name);
  }

  /** What is still held back after a scan: a candidate that is not decided, or the beginning of a trigger. */
  #letOut(mayGoOn: boolean): string {
    const text = this.#held;
    const from = this.#shown;
    const open = this.#candidate(text, 0);
    const hasBegun = open?.shape.begun?.test(text.slice(open.from)) === true;
    if (hasBegun && mayGoOn) return "";
    this.#shown = text.length;
    if (!hasBegun) return text.slice(from);
    if (this.#isCovered) return "";
    this.#isCovered = true;
    return text.slice(from, open.shape.startsWord ? open.at : open.from) + maskOf(open.shape.name);
  }

  #candidate(text: string, next: number): { at: number; from: number; shape: Shape } | undefined {
    const { any, shapes } = triggers();
    any.lastIndex = next;
    for (let match = any.exec(text); match !== null; match = any.exec(text)) {
      const at = match.index;
      const shape = shapes.get(match[0]);
      if (shape === undefined) break;
      const from = any.lastIndex;
      if (!shape.startsWord || startsWord(this.#contextOf(at))) return { at, from, shape };
      any.lastIndex = at + 1;
    }
    return undefined;
  }

  /** The raw characters before a place in the held text. */
  #contextOf(at: number): string {
    if (at >= CONTEXT) return this.#held.slice(at - CONTEXT, at);
    return (this.#before + this.#held.slice(0, at)).slice(-CONTEXT);
  }

  #skip(found: Found): number {
    this.#rest = found.rest;
    return this.#skipRest(found.end);
  }

  #skipRest(from: number): number {
    if (this.#rest === undefined) return from;
    const end = this.#rest.feed(this.#held, from);
    if (end < this.#held.length) this.#rest = undefined;
    return end;
  }

  /** Where the last characters begin that could become a trigger. */
  #keepFrom(text: string, cursor: number): number {
    const { beginnings, longest } = triggers();
    for (let at = Math.max(cursor, text.length - longest + 1); at < text.length; at++) {
      if (beginnings.has(text.slice(at))) return at;
    }
    return text.length;
  }
}

function startsWord(before: string): boolean {
  return !/[A-Za-z0-9]/.test(before.slice(-1)) || ESCAPE.test(before);
}
