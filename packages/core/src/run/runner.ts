import { decodeArguments } from "../schema/decode-arguments.ts";
import type { CallEnv, DecodedCall, StepEnv } from "./call-env.ts";
import { mintId } from "./call-ids.ts";
import { executeOne } from "./execute-one.ts";
import { executeStep } from "./execute-step.ts";
import type { Around } from "./perform/compose.ts";
import { RunMemory } from "./run-memory.ts";
import { createRunnerCore, type RunnerCore } from "./runner-core.ts";
import type { CallContext, RunnerOptions } from "./runner-options.ts";
import type { SettledCall, ToolCall } from "./tool-call.ts";

/**
 * How calls run: the only way a tool is executed anywhere. One per conversation, cheap to make.
 * No method rejects: whatever goes wrong is an error result.
 */
export class ToolRunner {
  readonly #core: RunnerCore;
  readonly #runs = new Map<string, RunMemory>();
  readonly #ownRunId = mintId();

  /** Throws a `TypeError` when redaction is required and a registered tool has no allowlist. */
  constructor(options: RunnerOptions) {
    this.#core = createRunnerCore(options, executeOne);
  }

  /** Wraps performing and projecting every call, the first one given outermost. */
  use(around: Around): this {
    this.#core.around.push(around);
    return this;
  }

  /** Runs one call. */
  async exec(call: ToolCall, context: CallContext = {}): Promise<SettledCall> {
    const step = this.#step(context);
    await this.#core.activity.sync();
    return executeOne(decodeCall(call), this.#envOf(call, step));
  }

  /** Runs one step's calls: reads together, the rest alone and in order; results in call order. */
  async execAll(calls: readonly ToolCall[], context: CallContext = {}): Promise<SettledCall[]> {
    const step = this.#step(context);
    await this.#core.activity.sync();
    return executeStep(calls.map((call) => ({ call: decodeCall(call), env: this.#envOf(call, step) })));
  }

  /** Forgets what a run remembers and disposes of its dependencies. Call it when all its calls have ended. */
  async endRun(runId: string): Promise<void> {
    const memory = this.#runs.get(runId);
    this.#runs.delete(runId);
    await memory?.dependencies.dispose((error) =>
      this.#core.logger.error("A dependency could not be disposed of", { error }),
    );
  }

  #step({ signal, runId, conversation, resolve }: CallContext): StepEnv {
    return {
      core: this.#core,
      runId: runId ?? this.#ownRunId,
      signal,
      conversation: conversation ?? this.#core.conversation,
      memory: runId === undefined ? undefined : this.#memoryOf(runId),
      depth: 0,
      ...(resolve === undefined ? {} : { resolve }),
    };
  }

  #envOf(call: ToolCall, step: StepEnv): CallEnv {
    return { ...step, toolCallId: this.#core.ids.claim(call?.id), attempt: 1 };
  }

  #memoryOf(runId: string): RunMemory {
    const memory = this.#runs.get(runId) ?? new RunMemory();
    this.#runs.set(runId, memory);
    return memory;
  }
}

function decodeCall(call: ToolCall): DecodedCall {
  return { name: String(call?.name ?? ""), decoded: decodeArguments(call?.arguments) };
}
