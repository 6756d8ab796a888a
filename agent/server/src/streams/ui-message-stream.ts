import type { Json, JsonObject } from "@toolwright/core";
import type { Frame } from "@toolwright/view";
import { textIn } from "@toolwright/view/internal";
import type { OpenQuestion, RunEncoder, StreamedRun } from "./run-encoder.ts";
import { type Chunk, ToolChunks } from "./ui-tool-chunks.ts";

/** An answer of the agent that the client has the beginning of. */
export interface BegunMessage {
  /** What the client calls it. */
  readonly messageId: string;
  /** The calls that stand in it. */
  readonly calls: ReadonlySet<string>;
  /** The questions that the client has just answered. */
  readonly answered: ReadonlySet<string>;
}

/** Data that stay in the message; all other data are told as they come, and are not kept by the client. */
const KEPT: ReadonlySet<string> = new Set(["approval-request", "steered", "compacted", "warning", "async-result"]);

/**
 * Writes a run as AI SDK's UI message stream (https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol), as versions 6 and 7
 * read it: one message with the id of the run, or the rest of one that the client has begun.
 */
export function uiMessageStream(begun?: BegunMessage): RunEncoder {
  return new UiMessageStream(begun);
}

class UiMessageStream implements RunEncoder {
  readonly headers = { "content-type": "text/event-stream", "x-vercel-ai-ui-message-stream": "v1" };
  readonly idle = ": still at work\n\n";
  readonly endsAtQuestions = true;
  readonly previews = true;
  readonly #begun: BegunMessage | undefined;
  readonly #tools: ToolChunks;
  #open: { readonly kind: "text" | "reasoning"; readonly id: string } | undefined;
  #parts = 0;
  /** What the client is told of the message besides, in the end. */
  #metadata: JsonObject = {};
  #isFinished = false;

  constructor(begun: BegunMessage | undefined) {
    this.#begun = begun;
    this.#tools = new ToolChunks(begun);
  }

  begin(run: StreamedRun): string {
    this.#metadata = { ...run };
    const messageId = this.#begun?.messageId ?? run.runId;
    return lines([{ type: "start", messageId, messageMetadata: this.#metadata }]);
  }

  frames(frames: readonly Frame[]): string {
    return lines(frames.flatMap((frame) => this.#chunksOf(frame)));
  }

  end(questions: readonly OpenQuestion[]): string {
    const finish: Chunk = { type: "finish", messageMetadata: this.#metadata };
    const reason = questions.length > 0 ? { finishReason: "tool-calls" } : {};
    return `${lines([...this.#close(), ...(this.#isFinished ? [] : [{ ...finish, ...reason }])])}data: [DONE]\n\n`;
  }

  #chunksOf(frame: Frame): Chunk[] {
    if (frame.code === "text" || frame.code === "reasoning") return this.#write(frame.code, frame.text);
    if (frame.code === "note") return this.#note(frame.note);
    return [...this.#close(), ...this.#chunksBeside(frame)];
  }

  #chunksBeside(frame: Exclude<Frame, { readonly code: "text" | "reasoning" | "note" }>): Chunk[] {
    switch (frame.code) {
      case "call":
        return this.#tools.call(frame);
      case "arguments":
        return this.#tools.arguments(frame);
      case "result":
        return this.#tools.result(frame);
      case "data":
        return [...this.#tools.beside(frame), ...dataOf(frame)];
      case "step":
        this.#tools.beginStep();
        return [{ type: "start-step" }];
      case "step-end":
        return [{ type: "finish-step" }];
      case "error":
        return this.#fail(frame.text);
      case "finish":
        this.#isFinished = true;
        if (this.#isStopped) return [{ type: "message-metadata", messageMetadata: this.#metadata }, { type: "abort" }];
        return [{ type: "finish", finishReason: frame.finishReason, messageMetadata: this.#metadata }];
      default:
        return [];
    }
  }

  #write(kind: "text" | "reasoning", delta: string): Chunk[] {
    if (this.#open?.kind === kind) return [{ type: `${kind}-delta`, id: this.#open.id, delta }];
    const closing = this.#close();
    const id = `${kind}-${this.#parts}`;
    this.#parts += 1;
    this.#open = { kind, id };
    return [...closing, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }];
  }

  #close(): Chunk[] {
    if (this.#open === undefined) return [];
    const { kind, id } = this.#open;
    this.#open = undefined;
    return [{ type: `${kind}-end`, id }];
  }

  #note({ seq, stopReason, usage, context, changed, failure }: JsonObject): Chunk[] {
    const told = { seq, stopReason, usage, context, changed, failure };
    const known = Object.entries(told).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    this.#metadata = { ...this.#metadata, ...Object.fromEntries(known) };
    return [];
  }

  get #isStopped(): boolean {
    return textIn(this.#metadata, "stopReason") === "aborted";
  }

  /** A client hears nothing after an error. */
  #fail(errorText: string): Chunk[] {
    if (this.#isStopped) return [];
    const metadata: Chunk = { type: "message-metadata", messageMetadata: this.#metadata };
    return [metadata, { type: "error", errorText }];
  }
}

/** What is no part of a message for AI SDK: a data part of the name that it has here. */
function dataOf({ name, data, parentId }: Extract<Frame, { readonly code: "data" }>): Chunk[] {
  const type = `data-${name}`;
  const about: Json = parentId === undefined || "toolCallId" in data ? data : { ...data, toolCallId: parentId };
  if (!KEPT.has(name)) return [{ type, data: about, transient: true }];
  const id = textIn(data, "approvalId") ?? textIn(data, "messageId");
  return [{ type, ...(id !== undefined && { id }), data: about }];
}

function lines(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
}
