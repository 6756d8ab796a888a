import type { JournalEvent, JsonObject, Usage } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import { ClientCalls } from "../client-calls.ts";
import { failureOf, UNKNOWN_END } from "../errors.ts";
import { formText } from "../request/form-text.ts";
import { RunTexts } from "../run-texts.ts";
import { OutputItems, type ResponseEvent } from "./output-items.ts";
import type { StoredResponse } from "./stored-response.ts";

type Done = Extract<JournalEvent, { type: "done" }>["data"];

/** One response from the events of its run, the same whether they are heard or read. */
export class ResponseFold {
  readonly #id: string;
  readonly #about: StoredResponse;
  readonly #isLost: boolean;
  readonly #items: OutputItems;
  readonly #calls: ClientCalls;
  readonly #texts: RunTexts;
  #done: Done | undefined;
  #endedAt: number | null = null;

  /** `isLost`: its run was ended because its server was. */
  constructor(id: string, about: StoredResponse, { isLost = false }: { readonly isLost?: boolean } = {}) {
    this.#id = id;
    this.#isLost = isLost;
    this.#about = about;
    this.#items = new OutputItems(id.slice(id.indexOf("_") + 1));
    this.#calls = new ClientCalls(new Set(about.clientTools));
    this.#texts = new RunTexts(about);
  }

  /** Before the first event of the run. */
  begin(): ResponseEvent[] {
    return ["response.created", "response.in_progress"].map((type) => ({ type, response: this.response() }));
  }

  /** What an event of the run, or of a run inside it, adds to the stream. */
  *add(event: JournalEvent): Generator<ResponseEvent> {
    for (const said of this.#texts.add(event)) {
      // JSON may stand alone only, and is known at the end.
      if (said.kind === "step") yield* this.#items.close();
      else if (said.kind === "reasoning" || !this.#about.isForm) yield* this.#items.say(said.kind, said.text);
    }
    if (event.runId !== this.#about.runId || event.parentId !== undefined) return;
    this.#calls.add(event);
    if (event.type === "tool_call_start" && !this.#calls.isAbout(event)) yield* this.#items.startCall(event.data);
    if (event.type === "tool_call_end") yield* this.#items.endCall(event.data);
    if (event.type === "done") yield* this.#end(event.data, event.time);
  }

  *#end(done: Done, time: number): Generator<ResponseEvent> {
    this.#done = done;
    this.#endedAt = Math.floor(time / 1000);
    const { handed } = this.#calls;
    if (done.error === undefined && handed.length === 0) {
      const { final, lastWords = "" } = this.#texts;
      const text = this.#about.isForm ? formText(final) : lastWords;
      if (text !== "") yield* this.#items.close();
      yield* this.#items.say("text", text);
    }
    const status = this.#status;
    yield* this.#items.end(status === "completed" ? "completed" : "incomplete");
    if (done.error === undefined) for (const call of handed) yield* this.#items.handOut(call);
    // The format has no event for a response that was cancelled.
    yield { type: `response.${status === "cancelled" ? "incomplete" : status}`, response: this.response() };
  }

  /** Whether the run has ended. */
  get isOver(): boolean {
    return this.#done !== undefined;
  }

  /** The end of a stream whose run cannot be followed to its end: the stored response tells it, once there is one. */
  breakOff(): ResponseEvent {
    return { type: "error", code: UNKNOWN_END.code, message: failureOf(UNKNOWN_END).message, param: null };
  }

  get #status(): "in_progress" | "completed" | "incomplete" | "failed" | "cancelled" {
    if (this.#done === undefined) return "in_progress";
    const { stopReason } = this.#done;
    if (stopReason === "error") return "failed";
    if (stopReason === "aborted") return this.#isLost ? "failed" : "cancelled";
    return INCOMPLETE.has(stopReason) ? "incomplete" : "completed";
  }

  get #error(): { readonly code: string; readonly message: string } | null {
    if (this.#done?.error !== undefined) return { code: "server_error", message: failureOf(this.#done.error).message };
    return this.#status === "failed" ? { code: "server_error", message: LOST } : null;
  }

  /** The response as it is now. */
  response(): JsonObject & { readonly status: string } {
    const { createdAt, model, echo } = this.#about;
    const done = this.#done;
    const reason = done && INCOMPLETE.get(done.stopReason);
    const response = {
      id: this.#id,
      object: "response",
      created_at: createdAt,
      completed_at: this.#status === "completed" ? this.#endedAt : null,
      status: this.#status,
      model,
      output: this.#items.items,
      error: this.#error,
      incomplete_details: reason === undefined ? null : { reason },
      usage: done === undefined ? null : usageOf(done.usage),
      ...echo,
    };
    return JSON.parse(JSON.stringify(response));
  }
}

const LOST = "The server ended while it worked on this response. What its last calls did may not be known.";

const INCOMPLETE: ReadonlyMap<string, string> = new Map([
  ["length", "max_output_tokens"],
  ["max_iterations", "max_output_tokens"],
  ["budget", "max_output_tokens"],
  ["content_filter", "content_filter"],
]);

function usageOf(usage: Usage): object {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: {
      cached_tokens: cachedInputTokens ?? 0,
      ...present({ cache_write_tokens: cacheWriteTokens }),
    },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens ?? 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
