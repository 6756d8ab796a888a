import type { CompletionStreamParams, SteerQueue, ToolLoopStream } from "../../src/index.ts";
import {
  ActivityStream,
  createMemoryOutputCache,
  createSteerQueue,
  type DefineToolOptions,
  type DependencyKey,
  defineTool,
  type Journal,
  type JournalEvent,
  type Logger,
  MemoryJournal,
  type ModelPort,
  resumeToolLoop,
  runToolLoop,
  type SettledCall,
  streamToolLoop,
  type Tool,
  type ToolLoopConfig,
  type ToolLoopResult,
  ToolRegistry,
  ToolRunner,
} from "../../src/index.ts";
import { KeptRun } from "../kept-run.ts";
import { type Answer, WrittenModel, wait } from "../support.ts";
import { type Fault, FaultyPorts } from "./faulty-ports.ts";

export const WAYS = ["runToolLoop", "streamToolLoop", "resumeToolLoop", "exec", "execAll"] as const;
export const TOOLS = [
  "plain",
  "later",
  "deaf",
  "inside",
  "asks",
  "needs",
  "long",
  "throws",
  "behind",
  "shows",
] as const;

/** A run, or calls alone, with ports that fail, and when it is stopped. */
export interface Scenario {
  readonly way: (typeof WAYS)[number];
  /** The tools that each step calls. */
  readonly steps: readonly (readonly (typeof TOOLS)[number][])[];
  readonly faults: readonly Fault[];
  readonly keepsOrder: boolean;
  readonly isDurable: boolean;
  readonly hasOutput: boolean;
  readonly steers: boolean;
  /** Milliseconds. */
  readonly stopAfterMs: number;
}

/** What came of it. */
export interface Ended {
  /** Milliseconds from the stop; 0 where it ended before. */
  readonly tookMs: number;
  readonly result: ToolLoopResult | undefined;
  readonly settled: readonly SettledCall[];
  readonly stored: readonly JournalEvent[];
}

/** Plays a scenario; never settles where the run does not. */
export async function play(scenario: Scenario): Promise<Ended> {
  const { way, stopAfterMs, steps } = scenario;
  const world = worldOf(scenario);
  const stop = new AbortController();
  let stoppedAt = Number.POSITIVE_INFINITY;
  const timer = setTimeout(() => {
    stoppedAt = performance.now();
    stop.abort();
  }, stopAfterMs);
  const { result, settled = [] } = await started(world, stop.signal);
  const tookMs = Math.max(0, performance.now() - stoppedAt);
  clearTimeout(timer);
  return { tookMs, result, settled, stored: world.stored };

  async function started({ config, runner }: World, signal: AbortSignal) {
    const calls = (steps[0] ?? []).map((name, n) => ({ id: `c${n}`, name, arguments: { n } }));
    if (way === "runToolLoop") return { result: await runToolLoop({ ...config, signal }, INPUT) };
    if (way === "streamToolLoop") return { result: await readToTheEnd(streamToolLoop({ ...config, signal }, INPUT)) };
    if (way === "resumeToolLoop") return { result: await resumeToolLoop({ ...config, signal }) };
    if (way === "execAll") return { settled: await runner.execAll(calls, { signal }) };
    return { settled: await Promise.all(calls.map((call) => runner.exec(call, { signal, runId: "r" }))) };
  }
}

/** Whoever reads its events is let go, too. */
async function readToTheEnd({ events, final }: ToolLoopStream): Promise<ToolLoopResult> {
  try {
    for await (const _ of events);
  } catch {
    // A journal that cannot be read has nothing to tell.
  }
  return final;
}

const INPUT = [{ role: "user", content: "go" }] as const;

interface World {
  readonly config: ToolLoopConfig;
  readonly runner: ToolRunner;
  readonly stored: readonly JournalEvent[];
}

function worldOf(scenario: Scenario): World {
  const { steps, way, isDurable, hasOutput, steers } = scenario;
  const ports = new FaultyPorts(scenario.faults);
  const journal = new MemoryJournal();
  if (way === "resumeToolLoop") for (const event of begun(steps[0] ?? [])) journal.append(event);
  const activity = new ActivityStream(faultyJournal(journal, ports, scenario.keepsOrder));
  activity.subscribe("*", () => ports.use("listener", () => undefined));
  const tools = TOOLS.map((name) => toolOf(name, ports));
  const note = () => ports.use("logger", () => undefined);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const cache = createMemoryOutputCache();
  const shared: Omit<ConstructorParameters<typeof ToolRunner>[0], "registry"> = {
    activity,
    logger,
    outputCache: { ...cache, save: (text, owner) => ports.use("save", () => cache.save(text, owner)) },
    policy: { decide: () => ports.use("decide", () => ({ verdict: "allow" }) as const) },
    approver: {
      approve: ({ approvalId }) => ports.use("approve", async () => ({ approvalId, approve: true }) as const),
    },
    onAsyncResult: () => ports.use("onAsyncResult", () => undefined),
  };
  const answers: readonly Answer[] = [...steps.map(answerOf), { text: hasOutput ? '{"ok":true}' : "end" }];
  const runner = new ToolRunner({ ...shared, registry: new ToolRegistry(tools) });
  runner.use((_, next) => ports.use("middleware", next));
  const durable = Object.assign(new KeptRun(), {});
  const step = durable.step.bind(durable);
  durable.step = (...given) => ports.use("step", () => step(...given));
  const config: ToolLoopConfig = {
    ...shared,
    model: faultyModel(new WrittenModel(way === "resumeToolLoop" ? answers.slice(1) : answers), ports),
    tools,
    use: [(_, next) => ports.use("middleware", next)],
    prepareStep: () => ports.use("prepareStep", () => undefined),
    onUserMessage: () => ports.use("onUserMessage", () => undefined),
    observer: () =>
      ports.use("observer", () => ({
        ended: () => undefined,
        settled: () => ports.use("settled", () => undefined),
      })),
    ...(hasOutput && { output: schemaOf(() => ports.use("answer", () => ({ value: { ok: true } }))) }),
    ...(steers && { steering: faultyQueue(ports) }),
    ...(isDurable && { durable }),
  };
  return { config, runner, stored: journal.events };
}

function answerOf(names: Scenario["steps"][number], step: number): Answer {
  return {
    text: "I look. ",
    calls: names.map((name, n) => ({ id: `s${step}c${n}`, name, args: { n: step * 10 + n } })),
  };
}

/** A run whose process died after its first answer. */
function begun(names: Scenario["steps"][number]): readonly JournalEvent[] {
  const { calls = [] } = answerOf(names, 0);
  const tool_calls = calls.map(({ id = "", name, args }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: JSON.stringify(args) },
  }));
  const about = { time: 1, runId: "r" };
  return [
    { ...about, id: "e1", seq: 1, type: "run_start", data: { input: INPUT, model: "written" } },
    { ...about, id: "e2", seq: 2, type: "step_start", data: { step: 0, activeTools: [...TOOLS] } },
    {
      ...about,
      id: "e3",
      seq: 3,
      type: "assistant_message",
      data: { message: { role: "assistant", content: "", tool_calls }, finishReason: "tool_calls" },
    },
  ];
}

function faultyJournal(journal: MemoryJournal, ports: FaultyPorts, keepsOrder: boolean): Journal {
  return {
    keepsOrder,
    append: (event) => ports.use("append", () => journal.append(event)),
    read: (after) => ports.each("read", () => journal.read(after)),
    lastRun: () => ports.each("lastRun", () => journal.read()),
    lastSeq: () => ports.use("lastSeq", () => journal.lastSeq()),
  };
}

function faultyModel(model: ModelPort, ports: FaultyPorts): ModelPort {
  return {
    name: "faulty",
    completionStream: (params: CompletionStreamParams) =>
      ports.use("completionStream", () => {
        const { stream, final } = model.completionStream(params);
        return { stream: ports.each("stream", () => stream), final: ports.use("final", () => final) };
      }),
  };
}

function faultyQueue(ports: FaultyPorts): SteerQueue {
  const queue = createSteerQueue();
  queue.add("And then?");
  return {
    take: () => ports.use("take", () => queue.take()),
    waiting: () => ports.use("waiting", () => queue.waiting()),
    sent: (ids) => ports.use("sent", () => queue.sent(ids)),
    ended: (why) => ports.use("ended", () => queue.ended(why)),
  };
}

function schemaOf(validate: () => { readonly value: unknown } | Promise<{ readonly value: unknown }>) {
  const jsonSchema = () => ({ type: "object" });
  return {
    "~standard": { version: 1, vendor: "test", validate, jsonSchema: { input: jsonSchema, output: jsonSchema } },
  } as const;
}

function toolOf(name: (typeof TOOLS)[number], ports: FaultyPorts): Tool {
  const key: DependencyKey<string> = {
    id: "needed",
    scope: "run",
    create: () => ports.use("create", () => "made"),
    dispose: () => ports.use("dispose", () => undefined),
  };
  const execute: Record<typeof name, DefineToolOptions<unknown, unknown>["execute"]> = {
    plain: () => "done",
    later: () => wait(2).then(() => "done"),
    deaf: () => new Promise(() => undefined),
    inside: async (_, { call }) => [(await call("plain", {})).isError, (await call("later", {})).isError],
    asks: () => "done",
    needs: async (_, { resolve }) => resolve(key),
    long: () => "line\n".repeat(20_000),
    throws: () => {
      throw new Error("thrown by the tool");
    },
    behind: (_, { background }) => {
      background(() => wait(3).then(() => "later"));
      return "begun";
    },
    shows: (_, { emitOutput }) => {
      emitOutput("shown");
      return { output: { type: "text", text: "shown" }, forUser: "shown", silent: false, isError: false, async: false };
    },
  };
  const isRead = name === "plain" || name === "later" || name === "long";
  return defineTool({
    name,
    description: "",
    input: schemaOf(() => ports.use("input", () => ({ value: {} }))),
    ...(name === "plain" && { output: schemaOf(() => ports.use("output", () => ({ value: "done" }))) }),
    ...(isRead && { effects: { kind: "read", volatile: true } }),
    ...(name === "asks" && { requiresConfirmation: () => ports.use("asks", () => true) }),
    ...(name === "shows" && { streamsOutput: true }),
    ...(name === "later" && {
      beforeCall: () => ports.use("beforeCall", () => undefined),
      onSuccess: () => ports.use("onSuccess", () => undefined),
      formatOutput: (output: unknown) => ports.use("formatOutput", () => String(output)),
    }),
    ...(name === "throws" && { onError: () => ports.use("onError", () => undefined) }),
    execute: (input, context) => ports.use("execute", () => execute[name](input, context)),
  });
}
