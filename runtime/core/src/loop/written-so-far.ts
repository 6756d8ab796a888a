import type { MessageBlock } from "../journal/event.ts";

/** A stretch of an answer, in the order in which it streamed: how much of it was shown, and how much had come. */
type Block = Stretch | { readonly type: "call"; readonly index: number };

interface Stretch {
  readonly type: "text" | "reasoning";
  shown: number;
  came: number;
}

/** A call as it ended: what the model called it, and the id that it has. */
interface EndedCall {
  readonly askedId: string;
  readonly toolCallId: string;
}

/** Of an answer that broke off, no call stands in its order. */
export const NO_CALLS: ReadonlyMap<number, string> = new Map();

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
  #calls: Map<number, string> | undefined;

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

  /** A piece as it came: it is shown now, later, or as a mask. */
  came(type: Stretch["type"], text: string): void {
    if (type === "text") this.#unmasked += text;
    this.#stretch(type, { shown: 0, came: text.length });
  }

  /** A piece as it is shown. */
  add(type: Stretch["type"], shown: string): void {
    if (type === "text") this.#text += shown;
    else this.#addReasoning(shown);
    this.#stretch(type, { shown: shown.length, came: 0 });
  }

  #stretch(type: Stretch["type"], { shown, came }: Omit<Stretch, "type">): void {
    const last = this.#blocks.at(-1);
    if (last?.type === type) {
      last.shown += shown;
      last.came += came;
    } else if (this.#blocks.length <= MAX_BLOCKS) this.#blocks.push({ type, shown, came });
  }

  /** A piece of a call was shown, with the id that it brought. */
  addCall(index: number, id: string | undefined): void {
    this.#calls ??= new Map();
    const known = this.#calls.get(index);
    this.#calls.set(index, known || id || "");
    if (known === undefined && this.#blocks.length <= MAX_BLOCKS) this.#blocks.push({ type: "call", index });
  }

  /** Which of the calls that were shown came to which: by the model's ids where it gave any, else by their places. */
  idsByIndex(calls: readonly EndedCall[]): ReadonlyMap<number, string> {
    if (this.#calls === undefined) return NO_IDS;
    const byId = new Map<string, string>();
    for (const { askedId, toolCallId } of calls) byId.set(askedId, toolCallId);
    const ids = new Map<number, string>();
    for (const [index, id] of this.#calls) {
      const toolCallId = (id && byId.get(id)) || calls[index]?.toolCallId;
      if (toolCallId !== undefined) ids.set(index, toolCallId);
    }
    return ids;
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
    if (this.#blocks.length === 0) return undefined;
    const isShown = content === this.#text;
    if (this.#blocks.length > MAX_BLOCKS || !(isShown || content === this.#unmasked)) return undefined;
    const blocks = this.#blocks.flatMap((block): MessageBlock[] => {
      if (block.type !== "call") {
        const length = isShown || block.type === "reasoning" ? block.shown : block.came;
        return length === 0 ? [] : [{ type: block.type, length }];
      }
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

const NO_IDS: ReadonlyMap<number, string> = new Map();

const PLACES = ["reasoning", "text", "call"];

function isUsual(blocks: readonly MessageBlock[], ids: readonly string[]): boolean {
  const places = blocks.map(({ type }) => PLACES.indexOf(type));
  const shown = blocks.flatMap((block) => (block.type === "call" ? [block.toolCallId] : []));
  const rises = places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
  return rises && shown.every((id, index) => id === ids[index]);
}
