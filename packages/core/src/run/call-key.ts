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
