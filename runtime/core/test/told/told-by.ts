import {
  ActivityStream,
  createSteerQueue,
  isLive,
  type Journal,
  type JournalEvent,
  type Logger,
  resumeToolLoop,
  runToolLoop,
  type SettledCall,
  streamToolLoop,
  type ToolLoopConfig,
  type ToolLoopResult,
  ToolRegistry,
  ToolRunner,
} from "../../src/index.ts";
import { StatefulPrompt } from "../../src/prompt/index.ts";
import { toolOf } from "../making.ts";
import { type Answer, WrittenModel } from "../support.ts";

/** A journal that says what it holds, and when it has failed. */
export interface ToldJournal extends Journal {
  readonly stored: readonly JournalEvent[];
  readonly hasFailed: boolean;
}

/** All that was told of one run, or of calls alone. */
export interface Told {
  readonly hasFailed: boolean;
  /** How the run ended; undefined for calls alone. */
  readonly result: Pick<ToolLoopResult, "stopReason" | "error"> | undefined;
  /** Lines of errors in the log. */
  readonly logged: readonly string[];
  /** What was told as a success that the journal did not hold by then. */
  readonly early: readonly string[];
}

export type Way = keyof typeof WAYS;

/** What every way tells of the same two steps: a call with a call inside it, and an answer. */
export async function toldBy(way: Way, journal: ToldJournal, signal?: AbortSignal): Promise<Told> {
  const watch = new Watch(journal, signal);
  const result = await WAYS[way](watch);
  return { hasFailed: journal.hasFailed, result, logged: watch.logged, early: watch.early };
}

/** What is wrong with that. `mayStop`: it was aborted, for its journal hangs. */
export function wronglyTold({ hasFailed, result, logged, early }: Told, { mayStop = false } = {}): string[] {
  const wrong = [...early];
  if (result !== undefined) {
    const { stopReason, error } = result;
    const end = stopReason === "error" ? `${error?.code}` : stopReason;
    const right = hasFailed ? ["journal_failed", ...(mayStop ? ["aborted"] : [])] : ["stop"];
    if (!right.includes(end)) wrong.push(`the run ended as ${end}`);
    const lines = end === "journal_failed" ? 1 : 0;
    if (logged.length !== lines) wrong.push(`logged ${logged.length} times: ${logged.join()}`);
  }
  return wrong;
}

const STEPS: readonly Answer[] = [
  {
    calls: [
      { id: "c0", name: "charge" },
      { id: "c1", name: "charge" },
    ],
  },
  { text: "Your card was charged." },
];
const INPUT = [{ role: "user", content: "Charge my card." }] as const;
const SUCCESS: ReadonlySet<string> = new Set(["stop", "done"]);

/** Holds everything that is told against what the journal holds. */
class Watch {
  readonly early: string[] = [];
  readonly logged: string[] = [];
  readonly signal: AbortSignal | undefined;
  readonly activity: ActivityStream;
  readonly logger: Logger;
  readonly charge = toolOf("charge", (_, { toolCallId, call }) => this.#charge(toolCallId, () => call("charge", {})), {
    description: "Charge the card.",
  });
  readonly #journal: ToldJournal;

  constructor(journal: ToldJournal, signal: AbortSignal | undefined) {
    this.#journal = journal;
    this.signal = signal;
    this.activity = new ActivityStream(journal);
    this.activity.subscribe("*", (event) => this.#heard(event));
    this.activity.listen("*", (event) => this.#heard(event));
    const ignore = () => undefined;
    const note: Logger["error"] = (text, fields) => this.#note(text, fields);
    this.logger = { debug: ignore, info: ignore, warn: note, error: note };
  }

  config(answers = STEPS): ToolLoopConfig {
    const settled = (calls: readonly SettledCall[]) => this.returned("observer", calls);
    return {
      model: new WrittenModel(answers),
      tools: [this.charge],
      activity: this.activity,
      logger: this.logger,
      signal: this.signal,
      loopGuard: false,
      steering: this.#steering(),
      observer: () => ({ ended: () => undefined, settled }),
      onUserMessage: ({ toolCallId }) => this.#mustHold("user message", toolCallId),
    };
  }

  returned(what: string, calls: readonly SettledCall[]): undefined {
    for (const { toolCallId, result } of calls) if (!result.isError) this.#mustHold(what, toolCallId);
  }

  async #charge(toolCallId: string, inside: () => Promise<{ readonly isError: boolean }>) {
    if (toolCallId.includes("/")) return "inside";
    if (!(await inside()).isError) this.#mustHold("call inside a call", `${toolCallId}/0`);
    return {
      output: { type: "text", text: "Your card was charged." },
      forUser: "Charged.",
      silent: false,
      isError: false,
      async: false,
    };
  }

  #steering() {
    const queue = createSteerQueue();
    const ended: typeof queue.ended = (stopReason) => {
      if (this.#journal.hasFailed && SUCCESS.has(stopReason)) this.early.push(`the queue was told ${stopReason}`);
      return queue.ended(stopReason);
    };
    return { take: () => queue.take(), waiting: () => queue.waiting(), sent: queue.sent.bind(queue), ended };
  }

  #heard(event: JournalEvent): void {
    const { type, seq, data } = event;
    const isStored = !isLive(type) && !(type === "tool_call_running" && event.data.waitedMs === undefined);
    if (isStored && !this.#journal.stored.some((each) => each.seq === seq)) this.early.push(`the event ${type}`);
    if (type === "done" && this.#journal.hasFailed && SUCCESS.has(String(Reflect.get(data, "stopReason"))))
      this.early.push("the event done as a success");
  }

  #mustHold(what: string, toolCallId: string): void {
    const isEnd = ({ type, data }: JournalEvent) =>
      type === "tool_call_end" && Reflect.get(data, "toolCallId") === toolCallId;
    if (!this.#journal.stored.some(isEnd)) this.early.push(`${what} of ${toolCallId}`);
  }

  #note(text: string, fields: object | undefined): void {
    // That a call failed, such as one that was stopped, is another matter.
    if (!text.startsWith("Tool call "))
      this.logged.push(`${text} ${String(Reflect.get(Object(fields), "error")).split("\n", 1)}`);
  }
}

const CALL = { id: "c0", name: "charge", arguments: {} };

const runnerOf = ({ charge, activity, logger }: Watch) =>
  new ToolRunner({ registry: new ToolRegistry([charge]), activity, logger });

const WAYS = {
  runToolLoop: (watch: Watch) => runToolLoop(watch.config(), INPUT),
  streamToolLoop: (watch: Watch) => streamToolLoop(watch.config(), INPUT).final,
  resumeToolLoop: (watch: Watch) => resumeToolLoop(watch.config(STEPS.slice(1))),
  async "a prompt"(watch: Watch) {
    const { model, tools: _, ...config } = watch.config();
    const prompt = StatefulPrompt.create(model, config);
    prompt.defTool("charge", "Charge the card.", { type: "object" }, () => "Your card was charged.");
    prompt.$`Charge my card.`;
    const { final, text } = prompt.run();
    if ((await final).stopReason === "error" && (await text) !== "") watch.early.push("the text of a prompt");
    return final;
  },
  exec: async (watch: Watch) => watch.returned("exec", [await runnerOf(watch).exec(CALL, { signal: watch.signal })]),
  execAll: async (watch: Watch) =>
    watch.returned("execAll", await runnerOf(watch).execAll([CALL, { ...CALL, id: "c1" }], { signal: watch.signal })),
} satisfies Record<string, (watch: Watch) => Promise<Told["result"]>>;
