import type { JournalEvent } from "@toolwright/core";
import { outputText } from "@toolwright/core/internal";
import type { HandedCall } from "../client-calls.ts";

/** One event of a response's stream, without its number. */
export interface ResponseEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

type Item = { readonly id: string; readonly type: string; readonly [field: string]: unknown };
type CallStart = Extract<JournalEvent, { type: "tool_call_start" }>["data"];
type CallEnd = Extract<JournalEvent, { type: "tool_call_end" }>["data"];

/** The server that clients see behind the calls which are made here. */
const SERVER_LABEL = "toolwright";

/** The items of a response while they come, and the events that tell of them. */
export class OutputItems {
  /** The random part of the response's id: an item's own id has it, too, so that the item can be found again. */
  readonly #key: string;
  readonly #items: Item[] = [];
  readonly #calls = new Map<string, number>();
  #open: { readonly kind: "text" | "reasoning"; readonly place: number; text: string } | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** A piece of a message, or of reasoning. */
  *say(kind: "text" | "reasoning", delta: string): Generator<ResponseEvent> {
    if (delta === "") return;
    if (this.#open?.kind !== kind) {
      yield* this.close();
      yield* this.#begin(kind);
    }
    const open = this.#open;
    if (open === undefined) return;
    open.text += delta;
    yield { type: PARTS[kind].delta, ...this.#where(open.place), [PARTS[kind].index]: 0, delta, ...PARTS[kind].more };
  }

  *#begin(kind: "text" | "reasoning"): Generator<ResponseEvent> {
    const { prefix, partAdded, index } = PARTS[kind];
    const place = this.#add(kind === "text" ? message(this.#id(prefix), []) : reasoning(this.#id(prefix), []));
    this.#open = { kind, place, text: "" };
    yield this.#added(place);
    yield { type: partAdded, ...this.#where(place), [index]: 0, part: partOf(kind, "") };
  }

  /** Ends the message or the reasoning that is open. */
  *close(status: "completed" | "incomplete" = "completed"): Generator<ResponseEvent> {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const { kind, place, text } = open;
    const { done, partDone, index, more } = PARTS[kind];
    const at = { ...this.#where(place), [index]: 0 };
    const part = partOf(kind, text);
    const { id } = this.#items[place] ?? { id: "" };
    this.#items[place] = kind === "text" ? message(id, [part], status) : reasoning(id, [part], status);
    yield { type: done, ...at, text, ...more };
    yield { type: partDone, ...at, part };
    yield this.#done(place);
  }

  /** A call that the client is to run. */
  *handOut({ id, name, arguments: text }: HandedCall): Generator<ResponseEvent> {
    yield* this.close();
    const item = { id: this.#id("fc"), type: "function_call", call_id: id, name, arguments: "", status: "in_progress" };
    const place = this.#add(item);
    yield this.#added(place);
    yield { type: "response.function_call_arguments.delta", ...this.#where(place), delta: text };
    yield { type: "response.function_call_arguments.done", ...this.#where(place), name, arguments: text };
    this.#items[place] = { ...item, arguments: text, status: "completed" };
    yield this.#done(place);
  }

  /** A call of this server's tools begins. */
  *startCall({ toolCallId, toolName: name, arguments: args }: CallStart): Generator<ResponseEvent> {
    yield* this.close();
    const text = JSON.stringify(args);
    const item = { id: this.#id("mcp"), type: "mcp_call", status: "in_progress", server_label: SERVER_LABEL, name };
    const place = this.#add({ ...item, arguments: "", output: null, error: null, approval_request_id: null });
    this.#calls.set(toolCallId, place);
    yield this.#added(place);
    yield { type: "response.mcp_call.in_progress", ...this.#where(place) };
    yield { type: "response.mcp_call_arguments.delta", ...this.#where(place), delta: text };
    yield { type: "response.mcp_call_arguments.done", ...this.#where(place), arguments: text };
    this.#change(place, { arguments: text });
  }

  /** It ends. */
  *endCall({ toolCallId, result }: CallEnd): Generator<ResponseEvent> {
    const place = this.#calls.get(toolCallId);
    if (place === undefined) return;
    this.#calls.delete(toolCallId);
    const { isError, error } = result;
    const said = isError ? (error?.message ?? outputText(result.output)) : outputText(result.output);
    const failure = { type: "mcp_tool_execution_error", content: [{ type: "text", text: said }] };
    this.#change(place, isError ? { status: "failed", error: failure } : { status: "completed", output: said });
    yield { type: `response.mcp_call.${isError ? "failed" : "completed"}`, ...this.#where(place) };
    yield this.#done(place);
  }

  /** Ends what the run has left open. */
  *end(status: "completed" | "incomplete"): Generator<ResponseEvent> {
    yield* this.close(status);
    for (const place of this.#calls.values()) {
      this.#change(place, { status: "incomplete" });
      yield this.#done(place);
    }
    this.#calls.clear();
  }

  #change(place: number, fields: object): void {
    const item = this.#items[place];
    if (item !== undefined) this.#items[place] = { ...item, ...fields };
  }

  #add(item: Item): number {
    return this.#items.push(item) - 1;
  }

  #id(prefix: string): string {
    return `${prefix}_${this.#key}_${this.#items.length}`;
  }

  #where(place: number): object {
    return { output_index: place, item_id: this.#items[place]?.id };
  }

  #added(place: number): ResponseEvent {
    return { type: "response.output_item.added", output_index: place, item: this.#items[place] };
  }

  #done(place: number): ResponseEvent {
    return { type: "response.output_item.done", output_index: place, item: this.#items[place] };
  }
}

/** How the two kinds of what is said are told. */
const PARTS = {
  text: {
    prefix: "msg",
    index: "content_index",
    partAdded: "response.content_part.added",
    delta: "response.output_text.delta",
    done: "response.output_text.done",
    partDone: "response.content_part.done",
    more: { logprobs: [] },
  },
  reasoning: {
    prefix: "rs",
    index: "summary_index",
    partAdded: "response.reasoning_summary_part.added",
    delta: "response.reasoning_summary_text.delta",
    done: "response.reasoning_summary_text.done",
    partDone: "response.reasoning_summary_part.done",
    more: {},
  },
} as const;

function partOf(kind: "text" | "reasoning", text: string): object {
  return kind === "text"
    ? { type: "output_text", text, annotations: [], logprobs: [] }
    : { type: "summary_text", text };
}

function message(id: string, content: readonly object[], status = "in_progress"): Item {
  return { id, type: "message", status, role: "assistant", content };
}

function reasoning(id: string, summary: readonly object[], status = "in_progress"): Item {
  return { id, type: "reasoning", status, summary };
}
