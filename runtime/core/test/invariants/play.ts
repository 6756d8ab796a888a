import type { Completion, CompletionStreamParams } from "../../src/index.ts";
import {
  ActivityStream,
  createMemoryOutputCache,
  type Journal,
  type JournalEvent,
  MemoryJournal,
  type Message,
  resumeToolLoop,
  runToolLoop,
  secret,
  type ToolLoopConfig,
  type ToolLoopResult,
} from "../../src/index.ts";
import { KeptLog, WrittenModel } from "../support.ts";
import type { Scenario } from "./scenario.ts";
import { approverOf, type Executions, policy, SECRET, toolsOf } from "./world.ts";

/** What a scenario left behind. */
export interface Played {
  readonly result: ToolLoopResult;
  /** Everything stored, before and after the crash. */
  readonly stored: readonly JournalEvent[];
  /** Everything published, live events too, by each process. */
  readonly published: readonly JournalEvent[];
  readonly requests: readonly CompletionStreamParams[];
  readonly log: readonly string[];
  readonly kept: readonly string[];
  readonly executions: Executions;
  readonly input: readonly Message[];
  /** The input as it was given. */
  readonly before: string;
}

/** Plays a scenario to its end, through a crash if it holds one. Rejects only when the loop does. */
export async function play(scenario: Scenario): Promise<Played> {
  const executions: Executions = new Map();
  const published: JournalEvent[] = [];
  const kept: string[] = [];
  const logger = new KeptLog();
  const input: Message[] = [
    ...structuredClone(scenario.history),
    { role: "user", content: `go, the word is ${SECRET}` },
  ];
  const before = JSON.stringify(input);
  const shared = { scenario, executions, published, kept, logger };
  const first = new CrashingJournal(scenario.crashAfter);
  const models: WrittenModel[] = [];
  let result = await until(runToolLoop(configOf(shared, first, models), input), first.crashed);
  let stored = first.events;
  if (result === undefined) {
    const second = new CrashingJournal(undefined, first.events);
    result = await resumeToolLoop(configOf(shared, second, models));
    stored = second.events;
  }
  const requests = models.flatMap((model) => model.requests);
  return { result, stored, published, requests, log: logger.lines, kept, executions, input, before };
}

interface Shared {
  readonly scenario: Scenario;
  readonly executions: Executions;
  readonly published: JournalEvent[];
  readonly kept: string[];
  readonly logger: KeptLog;
}

function configOf(shared: Shared, journal: CrashingJournal, models: WrittenModel[]): ToolLoopConfig {
  const { scenario, executions, published, kept, logger } = shared;
  const answered = journal.events.filter((event) => event.type === "assistant_message" && !event.data.partial).length;
  const model = new MeddlingModel((request) => {
    if (request === scenario.modelThrowsAt) throw new Error(`no ${SECRET}`);
    return scenario.answers[request + answered] ?? { text: "the end" };
  });
  models.push(model);
  const activity = new ActivityStream(journal);
  const controller = new AbortController();
  let seen = 0;
  activity.subscribe("*", (event) => {
    published.push(event);
    seen += 1;
    if (seen === scenario.abortAt) controller.abort();
  });
  const cache = createMemoryOutputCache();
  const save = (text: string, owner: Parameters<typeof cache.save>[1]) => {
    kept.push(text);
    return cache.save(text, owner);
  };
  return {
    model,
    tools: toolsOf(executions),
    activity,
    policy,
    logger,
    approver: approverOf(scenario),
    outputCache: { ...cache, save },
    secrets: [secret("vault", SECRET)],
    maxIterations: scenario.maxIterations,
    prepareStep({ step, messages }) {
      if (step !== 1 || scenario.prepares === "nothing") return undefined;
      if (scenario.prepares === "throws") throw new Error(`no ${SECRET}`);
      return { messages: [...scenario.history, ...messages.slice(1), { role: "user", content: "only now" }] };
    },
    signal: controller.signal,
    conversation: { channel: "test", chatId: "1" },
  };
}

/** A model that changes the definitions it was given, once their bytes have been noted. */
class MeddlingModel extends WrittenModel {
  override completionStream(params: CompletionStreamParams): Completion {
    const completion = super.completionStream(structuredClone({ ...params, signal: undefined }));
    for (const tool of params.tools ?? []) {
      Reflect.set(tool, "strict", true);
      Reflect.set(tool.function, "description", "meddled with");
      Reflect.set(tool.function.parameters, "title", "meddled with");
      Reflect.set(Object(tool.function.parameters.properties), "meddled", this.requests.length);
    }
    return completion;
  }
}

/** A journal whose process dies: after so many events an append never comes back. */
class CrashingJournal implements Journal {
  readonly #memory = new MemoryJournal();
  readonly #crashAfter: number;
  readonly crashed: Promise<undefined>;
  #die: (value: undefined) => void = () => undefined;

  constructor(crashAfter: number | undefined, events: readonly JournalEvent[] = []) {
    for (const event of events) this.#memory.append(structuredClone(event));
    this.#crashAfter = crashAfter ?? Number.POSITIVE_INFINITY;
    this.crashed = new Promise((resolve) => (this.#die = resolve));
  }

  get events(): readonly JournalEvent[] {
    return this.#memory.events;
  }

  append(event: JournalEvent): void | Promise<void> {
    if (this.events.length >= this.#crashAfter) return new Promise<void>(() => this.#die(undefined));
    // A stored event is text: what cannot be written and read back is lost in a crash.
    this.#memory.append(JSON.parse(JSON.stringify(event)));
  }

  read(after?: number): AsyncIterable<JournalEvent> {
    return this.#memory.read(after);
  }
}

function until<T>(value: Promise<T>, crashed: Promise<undefined>): Promise<T | undefined> {
  return Promise.race([value, crashed]);
}
