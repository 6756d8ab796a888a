import { decodeArguments } from "../schema/decode-arguments.ts";
import type { CallEnv, DecodedCall, StepEnv } from "./call-env.ts";
import { mintId } from "./call-ids.ts";
import { executeOne } from "./execute-one.ts";
import { executeStep } from "./execute-step.ts";
import type { Around } from "./perform/run-wrapped.ts";
import { RunMemory } from "./run-memory.ts";
import { createRunnerCore, type RunnerCore, refuseUnlisted } from "./runner-core.ts";
import type { CallContext, RunnerOptions } from "./runner-options.ts";
import type { SettledCall, ToolCall } from "./tool-call.ts";

/**
 * How calls run: the only way a tool is executed anywhere. One per conversation, cheap to make.
 * No method rejects: whatever goes wrong is an error result.
 */
export class ToolRunner {
  readonly #options: RunnerOptions;
  readonly #around: Around[] = [];
  #core: Promise<RunnerCore> | RunnerCore | undefined;
  readonly #runs = new Map<string, RunMemory>();
  readonly #ownRunId = mintId();

  /** Throws a `TypeError` when redaction is required and a registered tool has no allowlist. */
  constructor(options: RunnerOptions) {
    refuseUnlisted(options);
    this.#options = options;
  }

  /** Wraps performing and projecting every call, the first one given outermost. */
  use(around: Around): this {
    this.#around.push(around);
    return this;
  }

  /** Runs one call. */
  async exec(call: ToolCall, context: CallContext = {}): Promise<SettledCall> {
    const step = this.#step(await this.#ready(), context);
    return executeOne(decodeCall(call), envOf(call, step));
  }

  /** Runs one step's calls: reads together, the rest alone and in order; results in call order. */
  async execAll(calls: readonly ToolCall[], context: CallContext = {}): Promise<SettledCall[]> {
    const step = this.#step(await this.#ready(), context);
    return executeStep(calls.map((call) => ({ call: decodeCall(call), env: envOf(call, step) })));
  }

  /** Forgets what a run remembers and disposes of its dependencies. Call it when all its calls have ended. */
  async endRun(runId: string): Promise<void> {
    const memory = this.#runs.get(runId);
    this.#runs.delete(runId);
    const { logger } = await this.#ready();
    await memory?.dependencies?.dispose((error) => logger.error("A dependency could not be disposed of", { error }));
  }

  async #ready(): Promise<RunnerCore> {
    this.#core ??= createRunnerCore({ options: this.#options, around: this.#around, execute: executeOne });
    this.#core = await this.#core;
    return this.#core;
  }

  #step(core: RunnerCore, { signal, runId, conversation, resolve }: CallContext): StepEnv {
    return {
      core,
      runId: runId ?? this.#ownRunId,
      signal,
      conversation: conversation ?? core.conversation,
      memory: runId === undefined ? undefined : this.#memoryOf(runId),
      depth: 0,
      ...(resolve === undefined ? {} : { resolve }),
    };
  }

  #memoryOf(runId: string): RunMemory {
    const memory = this.#runs.get(runId) ?? new RunMemory();
    this.#runs.set(runId, memory);
    return memory;
  }
}

function envOf(call: ToolCall, step: StepEnv): CallEnv {
  return { ...step, toolCallId: step.core.ids.claim(call?.id), attempt: 1 };
}

function decodeCall(call: ToolCall): DecodedCall {
  return { name: String(call?.name ?? ""), decoded: decodeArguments(call?.arguments) };
}
