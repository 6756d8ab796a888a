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

/** UTF-16 units: what is longer before its arguments begin is written in another way. */
const LONGEST_BEGINNING = 1_000;

/** A call of `call_tool` while it streams in. One that is written in another way is not shown before it is whole. */
class StreamedCall {
  #id: string | undefined;
  #beginning: string | undefined = "";
  /** Braces and blanks that came last: the last brace belongs to `call_tool`. */
  #held = "";

  push({ index, id, function: piece }: LlmToolCallDelta): LlmToolCallDelta | undefined {
    this.#id ??= id;
    const text = piece?.arguments ?? "";
    if (this.#beginning === undefined) {
      const shown = this.#takeShown(text);
      return shown === "" ? undefined : { index, function: { arguments: shown } };
    }
    if (this.#beginning.length > LONGEST_BEGINNING) return undefined;
    this.#beginning += text;
    const [before, name] = BEFORE_ARGUMENTS.exec(this.#beginning) ?? [];
    if (before === undefined || name === undefined) return undefined;
    const begun = this.#beginning.slice(before.length);
    this.#beginning = undefined;
    return {
      index,
      ...(this.#id === undefined ? {} : { id: this.#id }),
      function: { name, arguments: this.#takeShown(begun) },
    };
  }

  #takeShown(text: string): string {
    let end = text.length;
    while (end > 0 && MAY_END.has(text.charAt(end - 1))) end -= 1;
    if (end === 0) {
      this.#held += text;
      return "";
    }
    const shown = this.#held + text.slice(0, end);
    this.#held = text.slice(end);
    return shown;
  }
}

const MAY_END: ReadonlySet<string> = new Set("} \t\r\n");
