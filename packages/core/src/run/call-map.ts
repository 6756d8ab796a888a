import type { CallKey } from "./call-key.ts";

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
