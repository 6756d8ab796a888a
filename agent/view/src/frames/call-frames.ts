import type { EventData, EventOf, JournalEvent, Json, JsonObject, LlmToolCall } from "@toolwright/core";
import { isJsonObject } from "../wire/fields.ts";
import { CallPreviews } from "./call-previews.ts";
import type { Frame } from "./frame.ts";
import { shownResult } from "./shown-result.ts";

interface OpenCall {
  /** Arguments sent so far; undefined once they are complete. */
  sent: string | undefined;
  /** The same, kept for comparison with what the call runs with. */
  text: string;
  isSettled: boolean;
  /** Its run ended before it did: in the background it goes on, and comes to an end of its own. */
  isUnfinished?: boolean;
}

/** What is known of a call that a client has heard of before this stream began. */
interface EarlierCall {
  readonly toolName: string;
  readonly parentId?: string;
  readonly text: string;
  readonly started?: Frame | undefined;
  isSettled: boolean;
}

interface NewCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly parentId?: string;
}

/** How the calls of a run are told. */
export interface CallFramesOptions {
  /**
   * Whether an earlier call has this id, which a model may repeat; such a call gets another id when its step closes.
   */
  readonly isTaken: (toolCallId: string) => boolean;
  /** Whether arguments go out while they are written, and not whole once they are known to be a JSON object. */
  readonly previews: boolean;
}

/** The calls of one run as frames: one part for each id, from the first piece of its arguments to its result. */
export class CallFrames {
  readonly #previews: CallPreviews;
  readonly #showsPieces: boolean;
  readonly #calls = new Map<string, OpenCall>();
  readonly #earlier = new Map<string, EarlierCall>();
  /** Calls that may have run. */
  readonly #started = new Set<string>();

  constructor({ isTaken, previews }: CallFramesOptions) {
    this.#showsPieces = previews;
    this.#previews = new CallPreviews((id) => isTaken(id) || this.#calls.has(id) || this.#earlier.has(id));
  }

  /** What happened before this stream began: its calls are told of again when something comes of them. */
  remember(event: JournalEvent): void {
    if (event.type === "assistant_message") {
      for (const { id, function: asked } of event.data.message.tool_calls ?? []) {
        this.#earlier.set(id, { toolName: asked.name, text: asked.arguments, isSettled: false });
      }
    } else if (event.type === "tool_call_start") {
      const { toolCallId, toolName, arguments: args } = event.data;
      this.#started.add(toolCallId);
      const about = event.parentId === undefined ? {} : { parentId: event.parentId };
      const started = startOf(event.data);
      this.#earlier.set(toolCallId, { toolName, ...about, text: JSON.stringify(args), started, isSettled: false });
    } else if (event.type === "tool_call_end") {
      const earlier = this.#earlier.get(event.data.toolCallId);
      if (earlier !== undefined) earlier.isSettled = true;
    }
  }

  /** A call as it arrives. A reader that cannot take arguments back hears of the call alone until they are whole. */
  preview(delta: EventData["tool_call_delta"]): Frame[] {
    return this.#previews.add(delta).flatMap(({ toolCallId, toolName, argumentsDelta }) => {
      const opening = this.#calls.has(toolCallId) ? [] : this.#open({ toolCallId, toolName });
      return [...opening, ...(this.#showsPieces ? this.#send(toolCallId, argumentsDelta) : [])];
    });
  }

  /** A call of a message that is whole. */
  expect({ id: toolCallId, function: { name: toolName, arguments: text } }: LlmToolCall): Frame[] {
    const opening = this.#calls.has(toolCallId) ? [] : this.#open({ toolCallId, toolName });
    return [...opening, ...this.#complete(toolCallId, text)];
  }

  /** The step has closed: what was only begun, or got another id, ends here. */
  close(calls: readonly LlmToolCall[]): Frame[] {
    const known = new Set(calls.map(({ id }) => id));
    return this.#previews.take().flatMap((toolCallId) => (known.has(toolCallId) ? [] : this.#drop(toolCallId)));
  }

  /** What runs may differ from what arrived: arguments that were no JSON, or were mended. */
  start({ data, parentId }: EventOf<"tool_call_start">): Frame[] {
    const { toolCallId, toolName } = data;
    this.#started.add(toolCallId);
    const text = JSON.stringify(data.arguments);
    const known = this.#calls.get(toolCallId);
    if (known === undefined) {
      const started = listOf(startOf(data));
      const about = parentId === undefined ? {} : { parentId };
      return [...this.#open({ toolCallId, toolName, ...about }), ...this.#complete(toolCallId, text), ...started];
    }
    // A call of a program that the provider runs is one of the model's message, and known before its program is.
    const completing = [...this.#complete(toolCallId, ""), ...listOf(startOf(data, parentId))];
    if (isKnownJson(known.text, text)) return completing;
    return [...completing, about("tool-arguments", { toolCallId, arguments: data.arguments })];
  }

  end({ parentId, data }: EventOf<"tool_call_end">): Frame[] {
    const { toolCallId, toolName, result } = data;
    const about = parentId === undefined ? {} : { parentId };
    const isKnown = this.#calls.has(toolCallId) || this.#earlier.has(toolCallId);
    const opening = isKnown ? this.again(toolCallId) : this.#open({ toolCallId, toolName, ...about });
    const shown = shownResult(result);
    const artifact = result.artifact === undefined ? {} : { artifact: result.artifact };
    return [...opening, ...this.#settle(toolCallId, { result: shown.result, isError: shown.isError, ...artifact })];
  }

  /** Tells again of a call that began before this stream did, so that something can be said of it. */
  again(toolCallId: string): Frame[] {
    const earlier = this.#calls.has(toolCallId) ? undefined : this.#earlier.get(toolCallId);
    if (earlier === undefined) return [];
    const { toolName, parentId, text, started } = earlier;
    const about = parentId === undefined ? {} : { parentId };
    const opening = this.#open({ toolCallId, toolName, ...about });
    return [...opening, ...this.#complete(toolCallId, text), ...listOf(started)];
  }

  /** Whatever has no result yet gets one: a client would wait for it. */
  endAll(): Frame[] {
    const unsettled = [...this.#earlier].flatMap(([toolCallId, { isSettled }]) => (isSettled ? [] : [toolCallId]));
    const dropped = this.#previews.take().flatMap((toolCallId) => this.#drop(toolCallId));
    const told = unsettled.flatMap((toolCallId) => this.again(toolCallId));
    return [
      ...dropped,
      ...told,
      ...[...this.#calls.keys()].flatMap((toolCallId) => {
        return this.#settle(toolCallId, this.#started.has(toolCallId) ? UNKNOWN : UNFINISHED);
      }),
    ];
  }

  /** A client that only knows calls with a result gets one; nothing of such a call is stored, so ours forget it. */
  #drop(toolCallId: string): Frame[] {
    const ended = this.#settle(toolCallId, UNFINISHED);
    return [...ended, about("tool-dropped", { toolCallId })];
  }

  #open(call: NewCall): Frame[] {
    this.#calls.set(call.toolCallId, {
      sent: "",
      text: "",
      isSettled: this.#earlier.get(call.toolCallId)?.isSettled ?? false,
    });
    return [{ code: "call", ...call }];
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
    const isUnfinished = outcome === UNFINISHED || outcome === UNKNOWN;
    if (call === undefined || (call.isSettled && (isUnfinished || call.isUnfinished !== true))) return [];
    const completing = this.#complete(toolCallId, "");
    call.isSettled = true;
    call.isUnfinished = isUnfinished;
    return [...completing, { code: "result", toolCallId, ...outcome }];
  }
}

/** What is told of the start of a call inside a program, and of a tool that runs programs; nothing of any other. */
function startOf({ toolCallId, line, replays }: EventData["tool_call_start"], parentId?: string): Frame | undefined {
  if (line === undefined && replays !== true && parentId === undefined) return undefined;
  return about("tool-start", {
    toolCallId,
    ...(parentId !== undefined && { parentId }),
    ...(line !== undefined && { line }),
    ...(replays && { replays }),
  });
}

function about(name: string, data: JsonObject & { readonly toolCallId: string }): Frame {
  return { code: "data", name, data, parentId: data.toolCallId };
}

function listOf(frame: Frame | undefined): Frame[] {
  return frame === undefined ? [] : [frame];
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

/** The words of one that had begun, and whose end was not told when its run had ended. */
export const UNKNOWN: Outcome = {
  result: { ok: false, errorCode: "outcome_unknown", message: "How this call ended is not known; it may have run." },
  isError: true,
};

/** Arguments that were refused are recorded as empty: what the model wrote says more, where it is JSON. */
function isKnownJson(text: string, wanted: string): boolean {
  if (text === wanted) return true;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && (wanted === "{}" || JSON.stringify(value) === wanted);
  } catch {
    return false;
  }
}
