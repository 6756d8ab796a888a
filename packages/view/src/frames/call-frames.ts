import type { EventData, EventOf, Json, LlmToolCall } from "@toolwright/core";
import { CallPreviews } from "./call-previews.ts";
import type { Frame } from "./frame.ts";
import { shownResult } from "./shown-result.ts";

interface OpenCall {
  /** Arguments sent so far; undefined once they are complete. */
  sent: string | undefined;
  /** The same, kept for comparison with what the call runs with. */
  text: string;
  isSettled: boolean;
}

/** The calls of one run as frames: one part for each id, from the first piece of its arguments to its result. */
export class CallFrames {
  readonly #previews: CallPreviews;
  readonly #calls = new Map<string, OpenCall>();
  /** Calls that began before this stream did: they are told of when something comes of them. */
  readonly #earlier = new Map<string, EventOf<"tool_call_start">>();

  /** `isTaken`: ids of earlier calls, which a model may repeat; such a call gets another id when its step closes. */
  constructor(isTaken: (toolCallId: string) => boolean) {
    this.#previews = new CallPreviews((id) => isTaken(id) || this.#calls.has(id) || this.#earlier.has(id));
  }

  /** A call that a client is taken to know of already. */
  remember(event: EventOf<"tool_call_start">): void {
    this.#earlier.set(event.data.toolCallId, event);
  }

  /** Arguments as they arrive. */
  preview(delta: EventData["tool_call_delta"]): Frame[] {
    const shown = this.#previews.add(delta);
    if (shown === undefined) return [];
    const { toolCallId, toolName, argumentsDelta } = shown;
    const opening = this.#calls.has(toolCallId) ? [] : this.#open({ toolCallId, toolName });
    return [...opening, ...this.#send(toolCallId, argumentsDelta)];
  }

  /** The step has closed: what was only begun, or got another id, ends here; the rest of all arguments is sent. */
  close(calls: readonly LlmToolCall[]): Frame[] {
    const shown = this.#previews.take();
    if (shown.length === 0) return [];
    const byId = new Map(calls.map((call) => [call.id, call]));
    return shown.flatMap((toolCallId) => {
      const call = byId.get(toolCallId);
      if (call === undefined) return this.#settle(toolCallId, UNFINISHED);
      return this.#complete(toolCallId, call.function.arguments);
    });
  }

  /** What runs may differ from what arrived: arguments that were no JSON, or were mended. */
  start({ data, parentId }: EventOf<"tool_call_start">): Frame[] {
    const { toolCallId, toolName } = data;
    const text = JSON.stringify(data.arguments);
    const known = this.#calls.get(toolCallId);
    const about = parentId === undefined ? {} : { parentId };
    const opening = known === undefined ? this.#open({ toolCallId, toolName, ...about }) : [];
    const completing = this.#complete(toolCallId, known === undefined ? text : "");
    if (known === undefined || isSameJson(known.text, text)) return [...opening, ...completing];
    const mended = { toolCallId, arguments: data.arguments };
    return [...completing, { code: "data", name: "tool-arguments", data: mended, parentId: toolCallId }];
  }

  end({ parentId, data }: EventOf<"tool_call_end">): Frame[] {
    const { toolCallId, toolName, result } = data;
    const about = parentId === undefined ? {} : { parentId };
    const opening = this.#calls.has(toolCallId) ? [] : this.#openAgain({ toolCallId, toolName, ...about });
    const shown = shownResult(result);
    const artifact = result.artifact === undefined ? {} : { artifact: result.artifact };
    return [...opening, ...this.#settle(toolCallId, { result: shown.result, isError: shown.isError, ...artifact })];
  }

  /** Tells again of a call that began before this stream did, so that something can be said of it. */
  again(toolCallId: string): Frame[] {
    const earlier = this.#calls.has(toolCallId) ? undefined : this.#earlier.get(toolCallId);
    return earlier === undefined ? [] : this.start(earlier);
  }

  /** Whatever has no result yet gets one: a client would wait for it. */
  endAll(): Frame[] {
    return [...this.#calls.keys()].flatMap((toolCallId) => this.#settle(toolCallId, UNFINISHED));
  }

  #openAgain(part: { toolCallId: string; toolName: string; parentId?: string }): Frame[] {
    return this.#earlier.has(part.toolCallId) ? this.again(part.toolCallId) : this.#open(part);
  }

  #open(part: { toolCallId: string; toolName: string; parentId?: string }): Frame[] {
    this.#calls.set(part.toolCallId, { sent: "", text: "", isSettled: false });
    return [{ code: "call", ...part }];
  }

  #send(toolCallId: string, delta: string): Frame[] {
    const call = this.#calls.get(toolCallId);
    if (call?.sent === undefined || delta === "") return [];
    call.sent += delta;
    return [{ code: "arguments", toolCallId, delta }];
  }

  /** Sends what is missing of the whole text, where what was sent is its beginning. */
  #complete(toolCallId: string, text: string): Frame[] {
    const call = this.#calls.get(toolCallId);
    if (call?.sent === undefined) return [];
    const rest = text.startsWith(call.sent) ? this.#send(toolCallId, text.slice(call.sent.length)) : [];
    // assistant-stream takes a call without arguments for one with an empty object.
    const delta = call.sent === "" ? "{}" : "";
    call.text = call.sent + delta;
    call.sent = undefined;
    return [...rest, { code: "arguments", toolCallId, delta, isLast: true }];
  }

  #settle(toolCallId: string, outcome: Outcome): Frame[] {
    const call = this.#calls.get(toolCallId);
    if (call === undefined || call.isSettled) return [];
    const completing = this.#complete(toolCallId, "");
    call.isSettled = true;
    return [...completing, { code: "result", toolCallId, ...outcome }];
  }
}

interface Outcome {
  readonly result: Json;
  readonly isError: boolean;
  readonly artifact?: Json;
}

/** The words of a call that never came to run. */
const UNFINISHED: Outcome = {
  result: { ok: false, errorCode: "skipped", message: "The call was not completed." },
  isError: true,
};

function isSameJson(text: string, wanted: string): boolean {
  if (text === wanted) return true;
  try {
    return JSON.stringify(JSON.parse(text)) === wanted;
  } catch {
    return false;
  }
}
