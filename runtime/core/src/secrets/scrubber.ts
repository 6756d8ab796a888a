import type { Json } from "../json/json.ts";

/** A value that must never be seen, and the name that stands for it: `[secret:name]`. */
export interface Secret {
  readonly name: string;
  /** Not enumerable. Values under 8 characters are not matched. */
  readonly value: string;
}

/** Masks secrets in a text that arrives in pieces. */
export interface ScrubStream {
  /** What may be shown by now: everything but a tail that could still become a secret. */
  push(chunk: string): string;
  /**
   * What was held back, because something else is shown next: as it is where it is no more than the first characters of
   * what could become a secret, else a mask. The text may go on, and a secret that does is still masked from there.
   * With `mayGoOn` nothing is masked before its time: what is more than harmless stays held back.
   */
  pause(mayGoOn?: boolean): string;
  /** The rest. */
  end(): string;
}

/** A stream that says what it waits with. */
export interface HoldingScrubStream extends ScrubStream {
  /** What is held back: as long as nothing in it is masked yet, the end of what came. */
  held(): string;
}

/** Masks known values and well-known shapes of secrets. */
export interface Scrubber {
  text(text: string): string;
  /** False only when `text` would come back unchanged: a quick look, which may be mistaken the other way. */
  mayMask(text: string): boolean;
  /** The given secrets whose values are in the text, in any form that is masked: nothing that the text does not say. */
  secretsIn(text: string): readonly Secret[];
  /** Like `text`, for names and keys: short texts that come again and again are looked at once. */
  name(text: string): string;
  /** The same value where nothing was masked; never changes its argument. Keys are scrubbed too. */
  json<T extends Json>(value: T): T;
  stream(): HoldingScrubStream;
}
