import type { MessageBlock } from "../journal/event.ts";

/** A piece of an answer, in the order in which it streamed. */
type Block =
  | { readonly type: "text" | "reasoning"; length: number }
  | { readonly type: "call"; readonly index: number };

/** A call as it ended: what the model called it, and the id that it has. */
interface EndedCall {
  readonly askedId: string;
  readonly toolCallId: string;
}

/** Reasoning is stored up to so many UTF-16 units. */
const MAX_REASONING = 64 * 1024;
/** Of an answer that changes between text and reasoning more often, the order is not stored. */
const MAX_BLOCKS = 1_000;

/** What a model has written so far, as it was shown: secrets are masked. */
export class WrittenSoFar {
  #text = "";
  #unmasked = "";
  #reasoning = "";
  #reasoningLength = 0;
  readonly #blocks: Block[] = [];
  /** The model's ids of the calls that were shown; empty where it has given none yet. */
  readonly #calls = new Map<number, string>();

  get text(): string {
    return this.#text;
  }

  /** At most 64 Ki characters; a last line says how much is missing. */
  get reasoning(): string {
    const missing = this.#reasoningLength - this.#reasoning.length;
    return missing === 0 ? this.#reasoning : `${this.#reasoning.toWellFormed()}\n[… ${missing} more characters]`;
  }

  /** UTF-16 units of all that would be stored. */
  get length(): number {
    return this.#text.length + this.#reasoning.length;
  }

  /** The text as it was shown, where it is the whole of `content`. */
  shownFor(content: unknown): string | undefined {
    return content !== "" && content === this.#unmasked ? this.#text : undefined;
  }

  /** A piece of the text as it came: it is shown later, or as a mask. */
  came(text: string): void {
    this.#unmasked += text;
  }

  add(type: "text" | "reasoning", shown: string): void {
    if (type === "text") this.#text += shown;
    else this.#addReasoning(shown);
    const last = this.#blocks.at(-1);
    if (last?.type === type) last.length += shown.length;
    else if (this.#blocks.length <= MAX_BLOCKS) this.#blocks.push({ type, length: shown.length });
  }

  /** A piece of a call was shown, with the id that it brought. */
  addCall(index: number, id: string | undefined): void {
    const known = this.#calls.get(index);
    this.#calls.set(index, known || id || "");
    if (known === undefined && this.#blocks.length <= MAX_BLOCKS) this.#blocks.push({ type: "call", index });
  }

  /** Which of the calls that were shown came to which: by the model's ids where it gave any, else by their places. */
  idsByIndex(calls: readonly EndedCall[]): ReadonlyMap<number, string> {
    const byId = new Map(calls.map(({ askedId, toolCallId }) => [askedId, toolCallId]));
    const shown = [...this.#calls].map(
      ([index, id]) => [index, (id && byId.get(id)) || calls[index]?.toolCallId] as const,
    );
    return new Map(shown.flatMap(([index, toolCallId]) => (toolCallId === undefined ? [] : [[index, toolCallId]])));
  }

  /**
   * The order in which an answer was shown, where it is another one than reasoning, text and then calls in
   * `order`. Calls are given by the index under which they streamed.
   */
  layout(
    content: string,
    calls: ReadonlyMap<number, string>,
    order: readonly string[] = [],
  ): readonly MessageBlock[] | undefined {
    if (this.#blocks.length > MAX_BLOCKS || content !== this.#text) return undefined;
    const blocks = this.#blocks.flatMap((block): MessageBlock[] => {
      if (block.type !== "call") return [{ ...block }];
      const toolCallId = calls.get(block.index);
      return toolCallId === undefined ? [] : [{ type: "call", toolCallId }];
    });
    return isUsual(blocks, order) ? undefined : blocks;
  }

  #addReasoning(shown: string): void {
    this.#reasoningLength += shown.length;
    const room = MAX_REASONING - this.#reasoning.length;
    if (room > 0) this.#reasoning += shown.slice(0, room);
  }
}

const PLACES = ["reasoning", "text", "call"];

function isUsual(blocks: readonly MessageBlock[], ids: readonly string[]): boolean {
  const places = blocks.map(({ type }) => PLACES.indexOf(type));
  const shown = blocks.flatMap((block) => (block.type === "call" ? [block.toolCallId] : []));
  const rises = places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
  return rises && shown.every((id, index) => id === ids[index]);
}
