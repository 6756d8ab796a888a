import type { AssistantStreamChunk } from "assistant-stream";

/** A part as its first chunk describes it. */
export type PartInit = Extract<AssistantStreamChunk, { type: "part-start" }>["part"];

/** Where a part stands in its message. */
export type PartPath = readonly [number];

/** Gives the parts of one message their places. At most one text is open, and every other part closes it. */
export class PartPlaces {
  #next = 0;
  #text: { readonly type: "text" | "reasoning"; readonly path: PartPath } | undefined;

  /** A piece of text or reasoning, in the part that is open or in a new one. */
  text(type: "text" | "reasoning", textDelta: string): AssistantStreamChunk[] {
    if (textDelta === "") return [];
    const chunks: AssistantStreamChunk[] = [];
    let open = this.#text;
    if (open?.type !== type) {
      const opened = this.open({ type });
      chunks.push(...opened.chunks);
      open = { type, path: opened.path };
      this.#text = open;
    }
    chunks.push({ path: open.path, type: "text-delta", textDelta });
    return chunks;
  }

  closeText(): AssistantStreamChunk[] {
    if (this.#text === undefined) return [];
    const { path } = this.#text;
    this.#text = undefined;
    return [{ path, type: "part-finish" }];
  }

  open(part: PartInit): { readonly path: PartPath; readonly chunks: AssistantStreamChunk[] } {
    const chunks: AssistantStreamChunk[] = [...this.closeText(), { path: [], type: "part-start", part }];
    const path: PartPath = [this.#next];
    this.#next += 1;
    return { path, chunks };
  }

  /** A part that is whole at once. */
  data(part: Extract<PartInit, { type: "data" }>): AssistantStreamChunk[] {
    const { path, chunks } = this.open(part);
    return [...chunks, { path, type: "part-finish" }];
  }
}
