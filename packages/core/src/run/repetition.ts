import { canonicalJson } from "../json/canonical-json.ts";
import { sketchJson } from "../json/sketch-json.ts";
import type { Decoded } from "../schema/decode-arguments.ts";

/** What makes two calls the same: the tool's name, and arguments that are equal as JSON. The arguments may not change. */
export class CallKey {
  /** Equal for identical calls, and rarely for others. */
  readonly sketch: number;
  readonly #name: string;
  readonly #decoded: Decoded;
  #text: string | undefined;

  constructor(name: string, decoded: Decoded) {
    this.#name = name;
    this.#decoded = decoded;
    this.sketch = sketchJson([name, decoded.ok ? decoded.value : decoded.reason]);
  }

  equals(other: CallKey | undefined): boolean {
    return this === other || (this.sketch === other?.sketch && this.text === other.text);
  }

  /** Equal for identical calls, and for no others. Written when it is needed: most calls differ in their sketch. */
  get text(): string {
    this.#text ??= `${this.#name}\n${this.#decoded.ok ? canonicalJson(this.#decoded.value) : this.#decoded.reason}`;
    return this.#text;
  }
}

/** One value for each call; identical calls share it. */
export class CallMap<V> {
  /** The first call of each sketch. */
  readonly #bySketch = new Map<number, { readonly key: CallKey; readonly value: V }>();
  /** Other calls of the same sketch, by their text. */
  readonly #byText = new Map<string, V>();

  get(key: CallKey): V | undefined {
    const first = this.#bySketch.get(key.sketch);
    if (first !== undefined && key.equals(first.key)) return first.value;
    return this.#byText.size === 0 ? undefined : this.#byText.get(key.text);
  }

  set(key: CallKey, value: V): void {
    this.delete(key);
    if (this.#bySketch.has(key.sketch)) this.#byText.set(key.text, value);
    else this.#bySketch.set(key.sketch, { key, value });
  }

  delete(key: CallKey): void {
    const first = this.#bySketch.get(key.sketch);
    if (first !== undefined && key.equals(first.key)) this.#bySketch.delete(key.sketch);
    else if (this.#byText.size > 0) this.#byText.delete(key.text);
  }

  /** Deletes every call whose value is one of these. */
  deleteValues(values: ReadonlySet<V>): void {
    for (const [sketch, { value }] of this.#bySketch) if (values.has(value)) this.#bySketch.delete(sketch);
    for (const [text, value] of this.#byText) if (values.has(value)) this.#byText.delete(text);
  }

  clear(): void {
    this.#bySketch.clear();
    this.#byText.clear();
  }
}

/** Which reads of a run have an answer in the history that is still true. */
export class ReadMemory {
  readonly #idOf = new CallMap<string>();

  /** The earlier call that a new one would repeat. */
  earlier(key: CallKey): string | undefined {
    return this.#idOf.get(key);
  }

  /** Remembers a read before it runs, so that its parallel twin is seen. */
  remember(key: CallKey, toolCallId: string): void {
    this.#idOf.set(key, toolCallId);
  }

  /** The call failed: it may be made again. */
  forget(key: CallKey | undefined, toolCallId: string): void {
    if (key !== undefined && this.#idOf.get(key) === toolCallId) this.#idOf.delete(key);
  }

  /** The results of these calls left the history, or never came to be known. */
  forgetAll(toolCallIds: ReadonlySet<string>): void {
    this.#idOf.deleteValues(toolCallIds);
  }

  /** Something may have changed: every earlier answer is in doubt. */
  clear(): void {
    this.#idOf.clear();
  }
}

/** A call that came to the same outcome so often in a row is not run again. */
const ALLOWED = 4;

/** Notices a model that makes one call for ever. */
export class LoopGuard {
  #key: CallKey | undefined;
  #outcome: string | undefined;
  #count = 0;

  /** True when this call was made four times in a row and always came to the same. */
  forbids(key: CallKey): boolean {
    return this.#count >= ALLOWED && key.equals(this.#key);
  }

  /** How often this call has come to this outcome in a row, itself included. `undefined`: the outcome is known to be the same. */
  record(key: CallKey, outcome: string | undefined): number {
    const same = key.equals(this.#key) && (outcome === undefined || outcome === this.#outcome);
    this.#count = same ? this.#count + 1 : 1;
    this.#key = key;
    if (outcome !== undefined) this.#outcome = outcome;
    return this.#count;
  }
}
