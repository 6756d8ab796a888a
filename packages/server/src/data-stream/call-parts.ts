import type { EventData, EventOf, LlmToolCall } from "@toolwright/core";
import type { AssistantStreamChunk } from "assistant-stream";
import { CallPreviews } from "./call-previews.ts";
import type { PartPath, PartPlaces } from "./part-places.ts";
import { shownResult } from "./shown-result.ts";

interface CallPart {
  readonly path: PartPath;
  /** Arguments sent so far; undefined once they are complete. */
  sent: string | undefined;
}

/** The calls of one message: one part for each id, from the first piece of its arguments to its result. */
export class CallParts {
  readonly #places: PartPlaces;
  readonly #previews: CallPreviews;
  readonly #parts = new Map<string, CallPart>();
  /** Calls that began before this stream did: their parts are opened when something comes of them. */
  readonly #earlier = new Map<string, EventOf<"tool_call_start">>();

  /** `isTaken`: ids of earlier calls, which a model may repeat; such a call gets another id when its step closes. */
  constructor(places: PartPlaces, isTaken: (toolCallId: string) => boolean) {
    this.#places = places;
    this.#previews = new CallPreviews((id) => isTaken(id) || this.#parts.has(id) || this.#earlier.has(id));
  }

  /** A call that a client is taken to know of already. */
  remember(event: EventOf<"tool_call_start">): void {
    this.#earlier.set(event.data.toolCallId, event);
  }

  /** Arguments as they arrive. */
  preview(delta: EventData["tool_call_delta"]): AssistantStreamChunk[] {
    const shown = this.#previews.add(delta);
    if (shown === undefined) return [];
    const { toolCallId, toolName, argumentsDelta } = shown;
    const known = this.#parts.get(toolCallId);
    const chunks = known === undefined ? this.#open({ toolCallId, toolName }) : [];
    return [...chunks, ...this.#send(toolCallId, argumentsDelta)];
  }

  /** The step has closed: what was only begun, or got another id, ends here; the rest of all arguments is sent. */
  close(calls: readonly LlmToolCall[]): AssistantStreamChunk[] {
    const byId = new Map(calls.map((call) => [call.id, call]));
    return this.#previews.take().flatMap((toolCallId) => {
      const call = byId.get(toolCallId);
      if (call === undefined) return this.#settle(toolCallId, { result: UNFINISHED, isError: true });
      return this.#complete(toolCallId, call.function.arguments);
    });
  }

  start({ data, parentId }: EventOf<"tool_call_start">): AssistantStreamChunk[] {
    const { toolCallId, toolName } = data;
    if (this.#parts.has(toolCallId)) return this.#complete(toolCallId, "");
    return [
      ...this.#open({ toolCallId, toolName, ...(parentId === undefined ? {} : { parentId }) }),
      ...this.#complete(toolCallId, JSON.stringify(data.arguments)),
    ];
  }

  end(event: EventOf<"tool_call_end">): AssistantStreamChunk[] {
    const { parentId, data } = event;
    const { toolCallId, toolName, result } = data;
    const earlier = this.#earlier.get(toolCallId);
    const about = parentId === undefined ? {} : { parentId };
    const opening = this.#parts.has(toolCallId)
      ? []
      : earlier === undefined
        ? this.#open({ toolCallId, toolName, ...about })
        : this.start(earlier);
    const shown = shownResult(result);
    const artifact = result.artifact === undefined ? {} : { artifact: result.artifact };
    return [...opening, ...this.#settle(toolCallId, { result: shown.result, isError: shown.isError, ...artifact })];
  }

  /** Whatever has no result yet gets one: a client would wait for it. */
  endAll(): AssistantStreamChunk[] {
    const open = [...this.#parts.keys()];
    return open.flatMap((toolCallId) => this.#settle(toolCallId, { result: UNFINISHED, isError: true }));
  }

  #open(part: { toolCallId: string; toolName: string; parentId?: string }): AssistantStreamChunk[] {
    const { path, chunks } = this.#places.open({ type: "tool-call", ...part });
    this.#parts.set(part.toolCallId, { path, sent: "" });
    return chunks;
  }

  #send(toolCallId: string, textDelta: string): AssistantStreamChunk[] {
    const part = this.#parts.get(toolCallId);
    if (part?.sent === undefined || textDelta === "") return [];
    part.sent += textDelta;
    return [{ path: part.path, type: "text-delta", textDelta }];
  }

  /** Sends what is missing of the whole text, where what was sent is its beginning. */
  #complete(toolCallId: string, text: string): AssistantStreamChunk[] {
    const part = this.#parts.get(toolCallId);
    if (part?.sent === undefined) return [];
    const rest = text.startsWith(part.sent) ? this.#send(toolCallId, text.slice(part.sent.length)) : [];
    part.sent = undefined;
    return [...rest, { path: part.path, type: "tool-call-args-text-finish" }];
  }

  #settle(toolCallId: string, outcome: Outcome): AssistantStreamChunk[] {
    const completing = this.#complete(toolCallId, "");
    const part = this.#parts.get(toolCallId);
    if (part === undefined || this.#settled.has(toolCallId)) return [];
    this.#settled.add(toolCallId);
    return [...completing, { path: part.path, type: "result", ...outcome }, { path: part.path, type: "part-finish" }];
  }

  readonly #settled = new Set<string>();
}

type Outcome = Omit<Extract<AssistantStreamChunk, { type: "result" }>, "type" | "path">;

/** The words of a call that never came to run (in the form of `toAiEvents`). */
const UNFINISHED = { ok: false, errorCode: "skipped", message: "The call was not completed." } as const;
