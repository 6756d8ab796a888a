import type { MessagePart } from "./draft-call.ts";

/** Text or reasoning that is still arriving. */
export class DraftText {
  readonly type: "text" | "reasoning";
  #text = "";
  #shown: readonly MessagePart[] | undefined;

  constructor(type: "text" | "reasoning") {
    this.type = type;
  }

  add(text: string): void {
    this.#text += text;
    this.#shown = undefined;
  }

  shown(): readonly MessagePart[] {
    this.#shown ??= [{ type: this.type, text: this.#text }];
    return this.#shown;
  }
}
