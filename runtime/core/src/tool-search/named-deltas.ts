import type { ChatDeltaEvent, LlmToolCallDelta } from "../model/model-port.ts";
import { BEFORE_ARGUMENTS, CALL_TOOL } from "./named-call.ts";

/** What streams in, with calls of `call_tool` under the names of the tools that they call. */
export async function* namedDeltas(stream: AsyncIterable<ChatDeltaEvent>): AsyncGenerator<ChatDeltaEvent> {
  const calls = new Map<number, StreamedCall>();
  for await (const event of stream) {
    if (event.type !== "tool_call_delta") {
      yield event;
      continue;
    }
    const { index, function: piece } = event.delta;
    if (piece?.name === CALL_TOOL) calls.set(index, new StreamedCall());
    const delta = calls.has(index) ? calls.get(index)?.push(event.delta) : event.delta;
    if (delta !== undefined) yield { type: "tool_call_delta", delta };
  }
}

/** A call of `call_tool` while it streams in. One that is written in another order is not shown before it is whole. */
class StreamedCall {
  #id: string | undefined;
  #text = "";
  #isBegun = false;

  /** The end of what is shown stays back: its last brace belongs to `call_tool`. */
  push({ index, id, function: piece }: LlmToolCallDelta): LlmToolCallDelta | undefined {
    this.#id ??= id;
    this.#text += piece?.arguments ?? "";
    if (this.#isBegun) {
      const shown = this.#takeShown();
      return shown === "" ? undefined : { index, function: { arguments: shown } };
    }
    const [before, name] = BEFORE_ARGUMENTS.exec(this.#text) ?? [];
    if (before === undefined || name === undefined) return undefined;
    this.#isBegun = true;
    this.#text = this.#text.slice(before.length);
    return {
      index,
      ...(this.#id === undefined ? {} : { id: this.#id }),
      function: { name, arguments: this.#takeShown() },
    };
  }

  #takeShown(): string {
    const [held = ""] = /[}\s]*$/.exec(this.#text) ?? [];
    const shown = this.#text.slice(0, this.#text.length - held.length);
    this.#text = held;
    return shown;
  }
}
