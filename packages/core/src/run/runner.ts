import { decodeArguments } from "../schema/decode-arguments.ts";
import { lazy } from "../tool/lazy.ts";
import { type CallEnv, type DecodedCall, firstAttempt, type StepEnv } from "./call-env.ts";
import { mintId } from "./call-ids.ts";
import { callName } from "./call-name.ts";
import { executeOne } from "./execute-one.ts";
import { executeStep } from "./execute-step.ts";
import type { Around } from "./perform/run-wrapped.ts";
import { RunMemory } from "./run-memory.ts";
import { createRunnerCore, type RunnerCore, refuseUnlisted } from "./runner-core.ts";
import type { CallContext, RunnerOptions } from "./runner-options.ts";
import type { SettledCall, ToolCall } from "./tool-call.ts";

const failures = lazy(() => import("./not-ready.ts"));

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
  async exec(proposed: ToolCall, context?: CallContext): Promise<SettledCall> {
    const call = readOnce(proposed);
    const core = await this.#ready();
    if (core === undefined) return (await failures()).notReady(call);
    return executeOne(decodeCall(call), envOf(call, this.#step(core, context)));
  }

  /** Runs one step's calls: reads together, the rest alone and in order; results in call order. */
  async execAll(calls: readonly ToolCall[], context?: CallContext): Promise<SettledCall[]> {
    const asked = Array.from(calls ?? [], readOnce);
    const core = await this.#ready();
    if (core === undefined) return Promise.all(asked.map(async (call) => (await failures()).notReady(call)));
    const step = this.#step(core, context);
    return executeStep(asked.map((call) => ({ call: decodeCall(call), env: envOf(call, step) })));
  }

  /** Forgets what a run remembers and disposes of its dependencies. Call it when all its calls have ended. */
  async endRun(runId: string): Promise<void> {
    const memory = this.#runs.get(runId);
    this.#runs.delete(runId);
    const core = await this.#ready();
    await memory?.dependencies?.dispose((error) =>
      core?.logger.error("A dependency could not be disposed of", { error }),
    );
  }

  /** Undefined when the options cannot be used, or the journal cannot be read; the next call tries again. */
  async #ready(): Promise<RunnerCore | undefined> {
    try {
      this.#core ??= createRunnerCore({ options: this.#options, around: this.#around });
      this.#core = await this.#core;
      return this.#core;
    } catch (error) {
      this.#core = undefined;
      (await failures()).reportNotReady(error, this.#options);
      return undefined;
    }
  }

  #step(core: RunnerCore, context?: CallContext): StepEnv {
    const { signal, runId, conversation, resolve } = context ?? {};
    return {
      core,
      runId: runId ?? this.#ownRunId,
      signal: isSignal(signal) ? signal : undefined,
      conversation: conversation ?? core.conversation,
      memory: runId === undefined ? undefined : this.#memoryOf(runId),
      depth: 0,
      resolve,
    };
  }

  #memoryOf(runId: string): RunMemory {
    const memory = this.#runs.get(runId) ?? new RunMemory();
    this.#runs.set(runId, memory);
    return memory;
  }
}

/** Programs without types pass anything; two realms may meet, so not by `instanceof`. */
function isSignal(signal: AbortSignal | undefined): boolean {
  return typeof signal?.addEventListener === "function";
}

/** A call as it stands now. One that fails when it is read names no tool. */
function readOnce(call: ToolCall): ToolCall {
  try {
    const { id, name, arguments: args } = call;
    return id === undefined ? { name, arguments: args } : { id, name, arguments: args };
  } catch {
    return { name: "", arguments: {} };
  }
}

function envOf(call: ToolCall, step: StepEnv): CallEnv {
  return firstAttempt(step, step.core.ids.claim(call?.id));
}

function decodeCall(call: ToolCall): DecodedCall {
  return { name: callName(call?.name), decoded: decodeArguments(call?.arguments) };
}
