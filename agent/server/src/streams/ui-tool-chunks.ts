import type { Json, JsonObject } from "@toolwright/core";
import { isFields, jsonIn } from "@toolwright/core/internal";
import type { Frame } from "@toolwright/view";
import { textIn } from "@toolwright/view/internal";
import type { BegunMessage } from "./ui-message-stream.ts";

/** One chunk of AI SDK's UI message stream. */
export type Chunk = JsonObject & { readonly type: string };

type FrameOf<Code extends Frame["code"]> = Extract<Frame, { readonly code: Code }>;

interface ToldCall {
  readonly toolName: string;
  readonly parentId?: string;
  input: Json;
  isTold: boolean;
  isWhole: boolean;
}

/**
 * The calls of a run as chunks. A step that waits for people is answered by the client once each of its calls that the
 * client knows of has an outcome or an answer: so a call that stands behind another one is told of when it is asked
 * about or begins, and a call within a call stands in a step of its own.
 */
export class ToolChunks {
  readonly #begun: BegunMessage | undefined;
  readonly #calls = new Map<string, ToldCall>();
  readonly #asked = new Set<string>();
  #isBehind = false;

  constructor(begun: BegunMessage | undefined) {
    this.#begun = begun;
  }

  beginStep(): void {
    this.#isBehind = false;
  }

  call({ toolCallId, toolName, parentId }: FrameOf<"call">): Chunk[] {
    if (this.#isKnown(toolCallId)) return [];
    const isTold = !this.#isBehind && parentId === undefined;
    this.#isBehind = true;
    const about = parentId === undefined ? {} : { parentId };
    this.#calls.set(toolCallId, { toolName, ...about, input: "", isTold, isWhole: false });
    return isTold ? [startOf(toolCallId, toolName)] : [];
  }

  arguments({ toolCallId, delta, isLast }: FrameOf<"arguments">): Chunk[] {
    const call = this.#calls.get(toolCallId);
    if (call === undefined) return [];
    const text = `${typeof call.input === "string" ? call.input : ""}${delta}`;
    call.isWhole = isLast === true;
    call.input = call.isWhole ? inputOf(text) : text;
    if (!call.isTold) return [];
    const more: Chunk[] = delta === "" ? [] : [{ type: "tool-input-delta", toolCallId, inputTextDelta: delta }];
    return [...more, ...(call.isWhole ? [inputChunk(toolCallId, call)] : [])];
  }

  result({ toolCallId, result, isError }: FrameOf<"result">): Chunk[] {
    const told = this.#tell(toolCallId);
    const about = { toolCallId, providerExecuted: true };
    if (!isError) return [...told, { type: "tool-output-available", ...about, output: result }];
    const wasAsked = this.#asked.has(toolCallId) || this.#isKnown(toolCallId);
    if (wasAsked && isFields(result) && result.errorCode === "approval_denied")
      return [...told, { type: "tool-output-denied", toolCallId }];
    return [...told, { type: "tool-output-error", ...about, errorText: errorTextOf(result) }];
  }

  /** What data say of a call, in chunks that a client knows. */
  beside({ name, data }: FrameOf<"data">): Chunk[] {
    const toolCallId = textIn(data, "toolCallId") ?? "";
    const approvalId = textIn(data, "approvalId") ?? "";
    switch (name) {
      case "approval-request":
        this.#asked.add(toolCallId);
        return [...this.#tell(toolCallId), questionOf(data)];
      case "approval-decision":
        return "ignored" in data || this.#begun?.answered.has(approvalId) === true ? [] : this.#again(toolCallId);
      case "tool-arguments":
        return this.#mend(toolCallId, data.arguments ?? {});
      case "tool-running":
      case "tool-output":
        return this.#tell(toolCallId);
      default:
        return [];
    }
  }

  #isKnown(toolCallId: string): boolean {
    return this.#begun?.calls.has(toolCallId) === true;
  }

  #tell(toolCallId: string): Chunk[] {
    const call = this.#calls.get(toolCallId);
    if (call === undefined || call.isTold) return [];
    call.isTold = true;
    const step: Chunk[] = call.parentId === undefined ? [] : [{ type: "start-step" }];
    const input = call.isWhole ? [inputChunk(toolCallId, call)] : [];
    return [...step, startOf(toolCallId, call.toolName), ...input];
  }

  /** Somebody else has answered: nobody is asked any more. */
  #again(toolCallId: string): Chunk[] {
    const call = this.#calls.get(toolCallId);
    return call?.isTold === true ? [inputChunk(toolCallId, call)] : [];
  }

  #mend(toolCallId: string, input: Json): Chunk[] {
    const call = this.#calls.get(toolCallId);
    if (call === undefined) return [];
    call.input = input;
    return this.#again(toolCallId);
  }
}

/** By `providerExecuted` a client knows that it has nothing to run. */
function startOf(toolCallId: string, toolName: string): Chunk {
  return { type: "tool-input-start", toolCallId, toolName, providerExecuted: true };
}

function inputChunk(toolCallId: string, { toolName, input, parentId }: ToldCall): Chunk {
  const chunk: Chunk = { type: "tool-input-available", toolCallId, toolName, input, providerExecuted: true };
  return parentId === undefined ? chunk : { ...chunk, providerMetadata: { toolwright: { parentId } } };
}

function questionOf({ approvalId = "", toolCallId = "", reason }: JsonObject): Chunk {
  return { type: "tool-approval-request", approvalId, toolCallId, ...(reason !== undefined && { reason }) };
}

/** What the model wrote, also where that is no JSON. */
function inputOf(text: string): Json {
  return jsonIn(text) ?? text;
}

export function errorTextOf(result: Json): string {
  if (isFields(result) && typeof result.message === "string") return result.message;
  return typeof result === "string" ? result : JSON.stringify(result);
}
