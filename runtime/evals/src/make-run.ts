import {
  type Budget,
  type JournalEvent,
  type Json,
  type Message,
  streamToolLoop,
  type ToolLoopConfig,
  type ToolLoopResult,
  type Usage,
} from "@toolwright/core";
import { usageSum } from "@toolwright/core/internal";
import { recordTape } from "@toolwright/core/testing";
import { paidFirst } from "./results/paid-first.ts";
import type { RunTape } from "./results/run-tape.ts";
import type { EvalAgent, EvalRun, EvalTask } from "./task.ts";

/** What a run is made with. */
export interface RunMaking<E> {
  readonly task: EvalTask<E>;
  readonly agent: ToolLoopConfig | EvalAgent<E>;
  /** Undefined where each run has that of its own configuration. */
  readonly budget: Budget | undefined;
  readonly signal: AbortSignal | undefined;
  readonly tape: RunTape;
}

/** What became of it: a run, a failure in one sentence, or nothing that counts. */
export type MadeRun =
  | { readonly is: "made"; readonly run: EvalRun }
  | { readonly is: "failed"; readonly message: string }
  | { readonly is: "left"; readonly why: "budget" | "aborted" };

/** Lets an agent do a task, and counts what it does. */
export async function makeRun<E>(making: RunMaking<E>): Promise<MadeRun> {
  const { task, agent, budget } = making;
  const counts = new Counts();
  const began = performance.now();
  const run = async (config: ToolLoopConfig) => {
    if (budget !== undefined && config.budget !== undefined) throw new TypeError(TWO_BUDGETS);
    const streamed = streamToolLoop(recorded(config, making), messagesOf(task));
    for await (const event of streamed.events) counts.hear(event);
    const result = await streamed.final;
    counts.add(result);
    return result;
  };
  let state: Json | undefined;
  try {
    const returned = await (typeof agent === "function" ? agent(task, run) : run(agent));
    state = "state" in returned ? returned.state : undefined;
  } catch (error) {
    return { is: "failed", message: error instanceof Error ? error.message : String(error) };
  }
  const { result } = counts;
  if (result === undefined) return { is: "failed", message: "The agent made no run: call run(config) in it." };
  // A run that the agent itself has stopped, or held to a budget, is one that scorers judge.
  if (result.stopReason === "aborted" && making.signal?.aborted === true) return { is: "left", why: "aborted" };
  if (result.stopReason === "budget" && budget !== undefined) return { is: "left", why: "budget" };
  if (result.stopReason === "error") return { is: "failed", message: result.error?.message ?? "The run failed." };
  const seconds = (performance.now() - began) / 1_000;
  return { is: "made", run: { ...counts.told(result), seconds, ...(state === undefined ? {} : { state }) } };
}

const TWO_BUDGETS = "evaluate has the budget of all runs: leave budget out of the configuration of the agent.";

function messagesOf({ input }: EvalTask): readonly Message[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : input;
}

function recorded(
  config: ToolLoopConfig,
  { budget, signal, tape }: Omit<RunMaking<never>, "agent" | "task">,
): ToolLoopConfig {
  const { model, now, use = [], signal: own } = config;
  const asked = tape.paid === undefined ? model : paidFirst(model, tape.paid);
  const recorder = recordTape({ model: asked, write: tape.write, ...(now === undefined ? {} : { now }) });
  const signals = [signal, own].filter((one) => one !== undefined);
  return {
    ...config,
    model: recorder.model,
    now: recorder.now,
    use: [recorder.around, ...use],
    ...(budget === undefined ? {} : { budget }),
    ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
  };
}

/** Ends of calls that were refused before anything ran. */
const REFUSED: ReadonlySet<string> = new Set([
  ...["invalid_json", "invalid_arguments", "unknown_tool", "inactive_tool"],
  ...["redundant_call", "policy_denied", "approval_denied", "skipped"],
]);

/** Adds up the loops of one run. */
class Counts {
  result: ToolLoopResult | undefined;
  #steps = 0;
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };
  #calls = 0;
  #refused = 0;
  #mended = 0;

  hear(event: JournalEvent): void {
    if (event.type === "tool_call_start") {
      this.#calls += 1;
      if (event.data.repairs !== undefined) this.#mended += 1;
    }
    if (event.type === "tool_call_end" && REFUSED.has(event.data.result.error?.code ?? "")) this.#refused += 1;
  }

  add(result: ToolLoopResult): void {
    this.result = result;
    this.#steps += result.iterations;
    this.#usage = usageSum(this.#usage, result.usage);
  }

  told({ content, stopReason, messages }: ToolLoopResult): Omit<EvalRun, "seconds"> {
    const counted = { steps: this.#steps, usage: this.#usage, calls: this.#calls };
    return { answer: content, stopReason, messages, ...counted, refused: this.#refused, mended: this.#mended };
  }
}
