import { PATIENCE_MS } from "../async/patience.ts";
import { asTools } from "../faces/as-tools.ts";
import { listed } from "../faces/tool-source.ts";
import type { EventAbout } from "../journal/activity-stream.ts";
import type { EventData, EventType } from "../journal/event.ts";
import { HeardSink } from "../journal/heard-sink.ts";
import type { Message } from "../model/messages.ts";
import type { LlmOptions, Usage } from "../model/model-port.ts";
import { type CallUsage, usageSum } from "../model/usage.ts";
import { isMap, ToolMap } from "../registry/tool-map.ts";
import { runCall } from "../run/call.ts";
import { callsInside } from "../run/calls-inside.ts";
import { createScope } from "../run/create-scope.ts";
import { Inbox, RunMemory } from "../run/run-memory.ts";
import { refuseUnlisted } from "../run/runner-options.ts";
import { narrowed, type Scope } from "../run/scope.ts";
import type { Conversation } from "../tool/conversation.ts";
import { lazy } from "../tool/lazy.ts";
import { beginStep } from "../tool/step-of.ts";
import { type CacheTools, cacheToolsOf } from "./cache-tools.ts";
import type { FinalAnswer } from "./final-answer.ts";
import { History } from "./history.ts";
import { NOTHING } from "./offer.ts";
import { readConfig } from "./read-config.ts";
import type { RunBudget } from "./run-budget.ts";
import { RunChanges } from "./run-changes.ts";
import { runnerOptionsOf } from "./runner-options-of.ts";
import { scrubMessage } from "./scrub-message.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** What a run starts from. */
export interface RunStart {
  readonly config: ToolLoopConfig;
  /** Closed: see `closeHistory`. */
  readonly messages: readonly Message[];
  readonly conversation: Conversation | undefined;
  readonly runId: string;
}

/**
 * The events of a run that nobody waits for where the journal keeps the order: the start of a call, the next request
 * and the end of the run, which wait for the journal, come after them.
 */
const BEHIND: ReadonlySet<EventType> = new Set(["assistant_message", "step_end"]);

// What few runs need is known from their configuration, and loaded when the run is made: then a failure is still an
// answer.
const compacting = lazy(() => import("./compact-run.ts"));
const carrying = lazy(() => import("../durable/durable-steps.ts"));
const telling = lazy(() => import("./user-messages.ts"));
const budgeting = lazy(() => import("./run-budget.ts"));
const steering = lazy(() => import("./steering.ts"));
const answering = lazy(() => import("./final-answer.ts"));

/** Model calls a run may make when nobody says otherwise. */
const DEFAULT_MAX_ITERATIONS = 50;

/** What a run is made of beside what it starts from. */
type RunParts = Pick<
  Run,
  "core" | "cacheTools" | "finalAnswer" | "compaction" | "engine" | "userMessages" | "budget" | "steering"
>;

/** The state of one run. */
export class Run {
  readonly config: ToolLoopConfig;
  readonly runId: string;
  readonly core: Scope;
  readonly cacheTools: CacheTools;
  readonly llmOptions: LlmOptions;
  readonly memory = new RunMemory();
  readonly inbox = new Inbox();
  readonly changes: RunChanges;
  readonly input: readonly Message[];
  history: History;
  /** Undefined where any text will do. */
  readonly finalAnswer: FinalAnswer | undefined;
  /** Undefined where older messages never become a summary. */
  readonly compaction: typeof import("./compact-run.ts") | undefined;
  /** What takes calls and model calls through the engine under the run; undefined where there is none. */
  readonly engine: typeof import("../durable/durable-steps.ts") | undefined;
  /** Undefined where nobody is told what tools say to the user. */
  readonly userMessages: typeof import("./user-messages.ts") | undefined;
  /** Undefined where nothing limits what the run spends. */
  readonly budget: RunBudget | undefined;
  /** What hears people who say something meanwhile; undefined where nobody can. */
  readonly steering: typeof import("./steering.ts") | undefined;
  /** The tools of the newest step. */
  offer = NOTHING;
  /** The number of the next step. */
  step = 0;
  /** Its beginning is stored: a run that has none has no end either. */
  isBegun = false;
  /** Model calls made. */
  iterations = 0;
  usage: Usage = { inputTokens: 0, outputTokens: 0 };
  /** What calls have used on models of their own; from the end of the run on, what is in no sum of it. */
  used: CallUsage = new Map();
  /** What calls use from now on is in no sum of the run. */
  isCounted = false;
  /** The final text so far. */
  content = "";
  /** What a crash left of a step that will begin again: it counts as long as that has not happened. */
  leftOver: readonly Message[] = [];
  /** What people said, as it is stored already: the step that begins next hears it. */
  steered: readonly Message[] = [];
  /** The messages that people said and the run has heard, by their ids. */
  readonly heardIds = new Set<string>();
  /** The step that begins next may have been answered already, by what an engine has kept of it. */
  isAnswered = false;
  /** Calls that were begun in the background, by id, with the names of their tools. */
  readonly background = new Map<string, string>();
  /** What the provider counted of a context with the first so many messages of the history. */
  counted: { readonly tokens: number; readonly messages: number } | undefined;
  /** Tokens of the first so many messages of a history, roughly; until one of them is replaced. */
  estimate:
    | { readonly of: History; readonly replaced: number; readonly messages: number; readonly tokens: number }
    | undefined;
  /** No summary before the context takes more tokens than this. */
  compactsAbove = 0;
  /** The provider has said that the context is too long: the next step begins with a summary. */
  isOutgrown = false;
  /** The model has been told once that calls were cut off. */
  toldOfLength = false;
  /** The model has been told once that its answer was empty. */
  toldOfSilence = false;
  /** What an adapter warned of: a server that does the same in each step is told of once. */
  readonly warned = new Set<string>();

  /** Rejects with a `TypeError` when the configuration cannot be used. */
  static async create(start: RunStart): Promise<Run> {
    const { conversation } = start;
    const given = await readConfig(start.config);
    const userMessages = given.onUserMessage && (await telling());
    const config = userMessages === undefined ? given : userMessages.withActivity(given);
    const cacheTools = await cacheToolsOf(config);
    const options = runnerOptionsOf({ config, registry: await registryOf(config), conversation, cacheTools });
    refuseUnlisted(options);
    const stop = { signal: config.signal, patienceMs: PATIENCE_MS.runJournal };
    const core = await createScope({ options, middleware: config.use ?? [], execute: runCall, callsInside, stop });
    const compaction = config.compaction ? await compacting() : undefined;
    const engine = config.durable && (await carrying());
    const finalAnswer = config.output && new (await answering()).FinalAnswer(config.output, config.model);
    const budget = config.budget && new (await budgeting()).RunBudget(config);
    const heard = config.steering && (await steering());
    const parts = { core, cacheTools, compaction, engine, userMessages, budget, finalAnswer, steering: heard };
    return new Run({ ...start, config }, parts);
  }

  private constructor({ config, messages, runId }: RunStart, parts: RunParts) {
    const { core, engine } = parts;
    this.finalAnswer = parts.finalAnswer;
    this.cacheTools = parts.cacheTools;
    this.compaction = parts.compaction;
    this.engine = engine;
    this.budget = parts.budget;
    this.steering = parts.steering;
    this.userMessages = parts.userMessages;
    this.config = config;
    this.llmOptions = config.llmOptions ?? {};
    this.runId = runId;
    this.changes = new RunChanges((name) => this.offer.active.get(name) ?? core.registry.get(name));
    const activity = new HeardSink(core.activity, (type, data, about) => {
      this.changes.hear(type, data, about?.parentId);
      this.budget?.hear(runId, type, data);
      return undefined;
    });
    this.core = narrowed(core, { activity });
    this.memory.inbox = this.inbox;
    const { durable } = config;
    if (durable !== undefined && engine !== undefined) this.memory.carry = (call) => engine.callStep(durable, call);
    // The run itself, and no closure over it: engines keep what such a closure can reach far longer than the run.
    this.memory.run = this;
    this.input = messages.map((message) => scrubMessage(message, core.scrubber));
    this.history = new History(this.input);
    for (const message of this.input) this.#reserveIds(message);
  }

  /** Publishes an event of this run. */
  emit<T extends EventType>(type: T, data: EventData[T], about?: EventAbout): void | Promise<void> {
    const { runId } = this;
    return this.core.activity.emit(type, data, {
      id: about?.id,
      runId,
      parentId: about?.parentId,
      bytes: about?.bytes,
      behind: BEHIND.has(type),
    });
  }

  /** What the calls of a step run under, the first of them or all. */
  stepScope({ active, registered }: Partial<Pick<Scope, "active" | "registered">>, toolCallId = ""): Scope {
    const { core, runId, memory, config } = this;
    const halt = { why: undefined, ...beginStep() };
    return { ...core, runId, memory, active, registered, signal: config.signal, halt, toolCallId };
  }

  /** Whether its limit of model calls leaves room for one. */
  get mayAskAgain(): boolean {
    return this.iterations < (this.config.maxIterations ?? DEFAULT_MAX_ITERATIONS);
  }

  /**
   * `toolCallId`: the call that has used it, where that is not the run itself. `isCounted`: its budget knows it
   * already.
   */
  addUsage(usage: Usage | undefined, toolCallId?: string, isCounted = false): void {
    if (usage === undefined) return;
    this.budget?.ledger.spend(usage, this, isCounted);
    if (toolCallId !== undefined) this.used.set(toolCallId, usageSum(this.used.get(toolCallId), usage));
    if (toolCallId === undefined || !this.isCounted) this.usage = usageSum(this.usage, usage);
  }

  /** What the run has used. What its calls use from now on is told with what comes of them. */
  countUsage(): Usage {
    this.used = new Map();
    this.isCounted = true;
    return this.usage;
  }

  #reserveIds(message: Message): void {
    if (message.role !== "assistant") return;
    for (const call of message.tool_calls ?? []) this.core.ids.reserve(call.id);
  }
}

async function registryOf({ tools = [] }: ToolLoopConfig): Promise<ToolMap> {
  return isMap(tools) ? tools : new ToolMap(await asTools(listed(tools)));
}
