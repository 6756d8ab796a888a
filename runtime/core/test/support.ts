import type {
  AssistantMessage,
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmToolCall,
} from "../src/index.ts";
import { ActivityStream, type JournalEvent, type Logger, MemoryJournal, type ModelPort } from "../src/index.ts";

/** One answer of the model, written down. */
export interface Answer {
  readonly text?: string;
  /** What it shows of its thinking, in the middle of its text where `mixed`, else before it. */
  readonly reasoning?: string;
  readonly mixed?: boolean;
  /** Pieces of its calls are streamed as well. */
  readonly previews?: boolean;
  /** How often its server refuses first. */
  readonly retries?: number;
  /** Milliseconds that it waits before its last words. */
  readonly pauseMs?: number;
  /** Its calls run in the opposite order: so their indexes say. */
  readonly backwards?: boolean;
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly args?: string | object }[];
  readonly finishReason?: "length" | "content_filter" | "error";
  readonly droppedCalls?: number;
  /** What it says that it cost. */
  readonly costUsd?: number;
}

/** A model that gives the written answers, one per request, and keeps the requests it got. */
export class WrittenModel implements ModelPort {
  readonly name = "written";
  readonly requests: CompletionStreamParams[] = [];
  readonly #answers: (request: number) => Answer;

  constructor(answers: readonly Answer[] | ((request: number) => Answer)) {
    this.#answers = typeof answers === "function" ? answers : (request) => answers[request] ?? { text: "end" };
  }

  completionStream(params: CompletionStreamParams): Completion {
    const answer = this.#answers(this.requests.length);
    this.requests.push(params);
    const { pauseMs } = answer;
    const final = pauseMs === undefined ? Promise.resolve() : wait(pauseMs);
    return { stream: deltasOf(answer), final: final.then(() => completionOf(answer)) };
  }
}

async function* deltasOf(answer: Answer): AsyncGenerator<ChatDeltaEvent> {
  const { text = "", reasoning = "", mixed, pauseMs, previews, calls = [], retries = 0 } = answer;
  for (let delayMs = 1; delayMs <= retries; delayMs += 1)
    yield { type: "retrying", delayMs, error: { code: "http", message: "busy: sw0rdfish-in-the-vault" } };
  const half = mixed || pauseMs !== undefined ? Math.floor(text.length / 2) : 0;
  if (!mixed) yield* piecesOf("reasoning_delta", reasoning);
  yield* piecesOf("text_delta", text.slice(0, half));
  if (pauseMs !== undefined) await wait(pauseMs);
  if (mixed) yield* piecesOf("reasoning_delta", reasoning);
  yield* piecesOf("text_delta", text.slice(half));
  if (!previews) return;
  for (const [index, { name, args = {} }] of calls.entries()) {
    const written = typeof args === "string" ? args : JSON.stringify(args);
    yield { type: "tool_call_delta", delta: { index, function: { name, arguments: written } } };
  }
}

function* piecesOf(type: "text_delta" | "reasoning_delta", text: string): Generator<ChatDeltaEvent> {
  for (const delta of text.match(/.{1,3}/gsu) ?? []) yield { type, delta };
}

function completionOf({
  text = "",
  calls = [],
  backwards,
  finishReason,
  droppedCalls,
  costUsd,
}: Answer): LlmCompletionResult {
  const message: AssistantMessage = { role: "assistant", content: text };
  const usage = { inputTokens: 1, outputTokens: 1, ...(costUsd === undefined ? {} : { costUsd }) };
  const base = { message, model: "written", usage };
  if (finishReason === "error") return { ...base, finishReason, error: { code: "http", message: "scripted failure" } };
  if (finishReason !== undefined) return { ...base, finishReason, ...(droppedCalls && { droppedCalls }) };
  const toolCalls: LlmToolCall[] = calls.map(({ id = "", name, args = {} }, place) => ({
    ...(backwards ? { index: calls.length - place } : {}),
    id,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));
  return toolCalls.length === 0
    ? { ...base, finishReason: "stop" }
    : { ...base, finishReason: "tool_calls", toolCalls };
}

/** A logger that keeps what it is told. */
export class KeptLog implements Logger {
  readonly lines: string[] = [];
  debug = (message: string, fields?: object) => this.#keep(message, fields);
  info = (message: string, fields?: object) => this.#keep(message, fields);
  warn = (message: string, fields?: object) => this.#keep(message, fields);
  error = (message: string, fields?: object) => this.#keep(message, fields);

  #keep(message: string, fields?: object): void {
    this.lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  }
}

/** A stream over a journal in memory, with everything that was published, live events too. */
/** What is stored, and what is shown live, but for the word that a call runs now, which follows its start. */
export function watched(): { activity: ActivityStream; journal: MemoryJournal; events: JournalEvent[] } {
  const journal = new MemoryJournal();
  const activity = new ActivityStream(journal);
  const events: JournalEvent[] = [];
  activity.subscribe("*", (event) => {
    if (event.type !== "tool_call_running" || event.data.waitedMs !== undefined) events.push(event);
  });
  return { activity, journal, events };
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
