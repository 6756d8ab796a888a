import type { Json, JsonObject } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import type { Frame } from "@toolwright/view";
import { numberIn, textIn } from "@toolwright/view/internal";
import type { OpenQuestion, RunEncoder, StreamedRun } from "./run-encoder.ts";

/** A run as a client of AG-UI has asked for it. */
export interface AskedRun {
  /** What the client calls the conversation, and this run of it. */
  readonly threadId: string;
  readonly runId: string;
  /** The calls that the client knows of: they are not told again. */
  readonly calls: ReadonlySet<string>;
}

type AgUiEvent = JsonObject & { readonly type: string };

/**
 * Writes a run as events of AG-UI 1.0 (https://docs.ag-ui.com/concepts/events). One that waits for people ends with an
 * interrupt for each question, and what comes of the answers is a run of its own there.
 */
export function agUiStream(asked: AskedRun): RunEncoder {
  return new AgUiStream(asked);
}

/** One event as a line of the stream. */
export function agUiLine(event: AgUiEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

export const AG_UI_HEADERS = { "content-type": "text/event-stream" } as const;

class AgUiStream implements RunEncoder {
  readonly headers = AG_UI_HEADERS;
  readonly idle = ": still at work\n\n";
  readonly endsAtQuestions = true;
  readonly previews = false;
  readonly #asked: AskedRun;
  /** Of this step: its id, which its message has, and its name while it is open. */
  #step = { messageId: "", isOpen: false };
  readonly #steps = new Map<string, number>();
  #open: { readonly kind: "text" | "reasoning"; readonly messageId: string } | undefined;
  #thoughts = 0;
  #ended: JsonObject = {};
  #isFinished = false;

  constructor(asked: AskedRun) {
    this.#asked = asked;
  }

  begin(run: StreamedRun): string {
    const { threadId, runId } = this.#asked;
    const metadata = { toolwright: { ...run } };
    return agUiLine({ type: "RUN_STARTED", threadId, runId, protocolVersion: "1.0", metadata });
  }

  frames(frames: readonly Frame[]): string {
    return frames
      .flatMap((frame) => (this.#isFinished ? [] : this.#eventsOf(frame)))
      .map(agUiLine)
      .join("");
  }

  end(questions: readonly OpenQuestion[]): string {
    if (this.#isFinished) return "";
    const [first] = questions;
    const outcome = first === undefined ? SUCCESS : { type: "interrupt", interrupts: questions.map(interruptOf) };
    return this.#finish(outcome).map(agUiLine).join("");
  }

  #eventsOf(frame: Frame): AgUiEvent[] {
    switch (frame.code) {
      case "text":
      case "reasoning":
        return this.#write(frame.code, frame.text);
      case "note":
        if ("stopReason" in frame.note) this.#ended = frame.note;
        return [];
      case "data":
        return [{ type: "CUSTOM", name: frame.name, value: { ...aboutOf(frame.parentId), ...frame.data } }];
      case "step":
        return [...this.#endStep(), ...this.#beginStep(frame.messageId)];
      case "step-end":
        return this.#endStep();
      case "error":
        return this.#fail(frame.text);
      case "finish":
        return this.#finish(this.#isStopped ? { type: "cancelled" } : SUCCESS);
      default:
        return [...this.#close(), ...this.#call(frame)];
    }
  }

  #write(kind: "text" | "reasoning", delta: string): AgUiEvent[] {
    const opening = this.#open?.kind === kind ? [] : [...this.#close(), ...this.#begin(kind)];
    const messageId = this.#open?.messageId ?? "";
    const type = kind === "text" ? "TEXT_MESSAGE_CONTENT" : "REASONING_MESSAGE_CONTENT";
    return [...opening, { type, messageId, delta }];
  }

  #begin(kind: "text" | "reasoning"): AgUiEvent[] {
    if (kind === "text") {
      const { messageId } = this.#step;
      this.#open = { kind, messageId };
      return [{ type: "TEXT_MESSAGE_START", messageId, role: "assistant" }];
    }
    const messageId = `${this.#step.messageId}.thought-${this.#thoughts}`;
    this.#thoughts += 1;
    this.#open = { kind, messageId };
    return [
      { type: "REASONING_START", messageId },
      { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
    ];
  }

  #close(): AgUiEvent[] {
    if (this.#open === undefined) return [];
    const { kind, messageId } = this.#open;
    this.#open = undefined;
    if (kind === "text") return [{ type: "TEXT_MESSAGE_END", messageId }];
    return [
      { type: "REASONING_MESSAGE_END", messageId },
      { type: "REASONING_END", messageId },
    ];
  }

  /** A step that begins again has a message of its own: what was said before stands in another one. */
  #beginStep(stepName: string): AgUiEvent[] {
    const times = this.#steps.get(stepName) ?? 0;
    this.#steps.set(stepName, times + 1);
    this.#step = { messageId: times === 0 ? stepName : `${stepName}.${times}`, isOpen: true };
    return [{ type: "STEP_STARTED", stepName: this.#step.messageId }];
  }

  #endStep(): AgUiEvent[] {
    const { messageId: stepName, isOpen } = this.#step;
    this.#step = { messageId: stepName, isOpen: false };
    return [...this.#close(), ...(isOpen ? [{ type: "STEP_FINISHED", stepName }] : [])];
  }

  #call(frame: Extract<Frame, { readonly code: "call" | "arguments" | "result" }>): AgUiEvent[] {
    const { toolCallId } = frame;
    if (frame.code === "result") return [resultOf(frame)];
    if (this.#asked.calls.has(toolCallId)) return [];
    if (frame.code === "call") {
      const { messageId } = this.#step;
      const parent = messageId === "" ? {} : { parentMessageId: messageId };
      const about = frame.parentId === undefined ? {} : { metadata: { toolwright: { parentId: frame.parentId } } };
      return [{ type: "TOOL_CALL_START", toolCallId, toolCallName: frame.toolName, ...parent, ...about }];
    }
    const { delta, isLast } = frame;
    const more: AgUiEvent[] = delta === "" ? [] : [{ type: "TOOL_CALL_ARGS", toolCallId, delta }];
    return [...more, ...(isLast === true ? [{ type: "TOOL_CALL_END", toolCallId }] : [])];
  }

  get #isStopped(): boolean {
    return textIn(this.#ended, "stopReason") === "aborted";
  }

  #fail(message: string): AgUiEvent[] {
    if (this.#isStopped) return this.#finish({ type: "cancelled" });
    this.#isFinished = true;
    const code = textIn(this.#ended.failure, "code") ?? "internal";
    return [...this.#close(), { type: "RUN_ERROR", message, code, ...this.#usage() }];
  }

  #finish(outcome: JsonObject): AgUiEvent[] {
    const ending = this.#endStep();
    this.#isFinished = true;
    const { threadId, runId } = this.#asked;
    const { stopReason } = this.#ended;
    const about = stopReason === undefined ? {} : { metadata: { toolwright: { stopReason } } };
    return [...ending, { type: "RUN_FINISHED", threadId, runId, outcome, ...this.#usage(), ...about }];
  }

  #usage(): { readonly usage?: Json } {
    const { usage } = this.#ended;
    const counts = Object.entries(COUNTS).flatMap(([theirs, ours]) => {
      const count = numberIn(usage, ours);
      return count === undefined ? [] : [[theirs, count] as const];
    });
    return counts.length === 0 ? {} : { usage: [Object.fromEntries(counts)] };
  }
}

const SUCCESS = { type: "success" } as const;

/** What AG-UI calls what was used, and what it is called here. */
const COUNTS = {
  inputTokens: "inputTokens",
  outputTokens: "outputTokens",
  cachedInputTokens: "cachedInputTokens",
  cacheWriteInputTokens: "cacheWriteTokens",
  reasoningTokens: "reasoningTokens",
} as const;

function aboutOf(parentId: string | undefined): JsonObject {
  return parentId === undefined ? {} : { toolCallId: parentId };
}

function resultOf({ toolCallId, result, isError }: Extract<Frame, { readonly code: "result" }>): AgUiEvent {
  const content = typeof result === "string" ? result : JSON.stringify(result);
  const about = isError ? { metadata: { toolwright: { isError } } } : {};
  return { type: "TOOL_CALL_RESULT", messageId: `${toolCallId}.result`, toolCallId, role: "tool", content, ...about };
}

/** In the words of the protocol's page on interrupts. */
const RESPONSE = {
  type: "object",
  properties: {
    approved: { type: "boolean" },
    reason: { type: "string" },
    editedArgs: { type: "object", description: "Full replacement of the tool args. Not merged." },
  },
  required: ["approved"],
} as const;

/** An answer to a question from inside a program may let others of its calls run, too. */
function withMore(toolName: string): JsonObject {
  const more = {
    type: "object",
    description: "So many other calls of the program by this tool run without a question.",
    properties: { toolName: { const: toolName }, times: { type: "integer", minimum: 1, maximum: 1_000 } },
    required: ["toolName", "times"],
  };
  return { ...RESPONSE, properties: { ...RESPONSE.properties, more } };
}

function interruptOf({ approvalId, toolCallId, toolName, reason, expiresAt, ...question }: OpenQuestion): JsonObject {
  const shown: Json = JSON.parse(JSON.stringify({ toolName, ...question }));
  return {
    id: approvalId,
    reason: "tool_call",
    message: reason ?? `${toolName} asks before it runs.`,
    toolCallId,
    responseSchema: question.program === undefined ? RESPONSE : withMore(toolName),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
    metadata: { toolwright: isFields(shown) ? shown : {} },
  };
}
