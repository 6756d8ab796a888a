import type { SettledCall } from "@toolwright/core";
import { outputText } from "@toolwright/core/internal";

/** UTF-16 units of results that are kept for repetitions of their calls. */
const MOST_KEPT = 8 * 1024 * 1024;
/** A result that is longer is kept as its model reads it. */
const LONG = 64 * 1024;

/** What is known of an id. */
export type Known =
  | { readonly kind: "asked"; readonly key: string; readonly approvalId: string }
  | { readonly kind: "made"; readonly key: string; readonly settled: Promise<SettledCall> }
  | { readonly kind: "forgotten" };

/** The ids of one runner's foreign calls. No id is forgotten; of the results, those that were asked for longest ago. */
export class KnownCalls {
  readonly #calls = new Map<string, Known>();
  /** The ids of settled calls, the oldest first, with what they take. */
  readonly #sizes = new Map<string, number>();
  #kept = 0;

  get(id: string): Known | undefined {
    return this.#calls.get(id);
  }

  note(id: string, asked: { readonly key: string; readonly approvalId: string }): void {
    this.#calls.set(id, { kind: "asked", ...asked });
  }

  drop(id: string): void {
    this.#calls.delete(id);
  }

  /** Keeps a call from its beginning on; what it comes to is kept in a bounded form. */
  add(id: string, key: string, settling: Promise<SettledCall>): void {
    this.#calls.set(id, { kind: "made", key, settled: settling });
    void settling.then((settled) => this.#keep(id, key, shortened(settled)));
  }

  #keep(id: string, key: string, settled: SettledCall): void {
    this.#calls.set(id, { kind: "made", key, settled: Promise.resolve(settled) });
    const size = key.length + contentOf(settled).length + 200;
    this.#sizes.set(id, size);
    this.#kept += size;
    for (const [oldest, taken] of this.#sizes) {
      if (this.#kept <= MOST_KEPT) return;
      this.#sizes.delete(oldest);
      this.#kept -= taken;
      this.#calls.set(oldest, { kind: "forgotten" });
    }
  }
}

function shortened(settled: SettledCall): SettledCall {
  const { result } = settled;
  if (outputText(result.output).length <= LONG) return settled;
  return { ...settled, result: { ...result, output: { type: "text", text: contentOf(settled) } } };
}

function contentOf({ message: { content } }: SettledCall): string {
  return typeof content === "string"
    ? content
    : content.map((part) => (part.type === "text" ? part.text : part.data)).join("");
}
