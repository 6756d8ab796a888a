import { untilStopped } from "../async/abort.ts";
import { PATIENCE_MS } from "../async/patience.ts";
import { mintId } from "../model/call-ids.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import { lazy } from "../tool/lazy.ts";
import { callName, type DecodedCall, type Middleware, type SettledCall, type ToolCall } from "./call-states.ts";
import { checkRunnerOptions } from "./check-runner-options.ts";
import type { Foreseen } from "./foresee.ts";
import { later } from "./later.ts";
import { RunMemory } from "./run-memory.ts";
import { type CallContext, type RunnerOptions, refuseUnlisted } from "./runner-options.ts";
import type { Scope } from "./scope.ts";

const machinery = lazy(() => import("./machinery.ts"));

/**
 * How calls run: the only way a tool is executed anywhere. One per conversation, cheap to make.
 * No method rejects: whatever goes wrong is an error result.
 */
export class ToolRunner {
  readonly #options: RunnerOptions;
  readonly #middleware: Middleware[] = [];
  #scope: Promise<Scope> | Scope | undefined;
  readonly #runs = new Map<string, RunMemory>();
  readonly #ownRunId = mintId();

  /**
   * Throws a `TypeError` for an option that does not exist or cannot be, and when redaction is required and a registered
   * tool has no allowlist.
   */
  constructor(options: RunnerOptions) {
    checkRunnerOptions(options);
    refuseUnlisted(options);
    this.#options = options;
  }

  /** What it was made with. */
  get options(): RunnerOptions {
    return this.#options;
  }

  /** Wraps performing and projecting every call, the first one given outermost. */
  use(middleware: Middleware): this {
    this.#middleware.push(middleware);
    return this;
  }

  /** Runs one call. */
  async exec(proposed: ToolCall, context?: CallContext): Promise<SettledCall> {
    const call = readOnce(proposed);
    const [misused] = isUsual(call, context) ? [] : await this.#misused([call], [proposed], context);
    if (misused !== undefined) return misused;
    const { runCall, callScope } = await machinery();
    const scope = await this.#readyFor(context);
    if (scope === undefined) return (await later()).notReady(call);
    const step = await this.#step(scope, context);
    return runCall(decodeCall(call), callScope(step, scope.ids.claim(call.id)));
  }

  /**
   * What would become of a call: reads and judges it as {@link exec} does, and runs nothing, asks nobody and records nothing.
   * For who has to know beforehand, such as another loop that asks its own user. Never rejects.
   */
  async foresee(proposed: ToolCall, context?: CallContext): Promise<Foreseen> {
    const call = readOnce(proposed);
    const [misused] = isUsual(call, context) ? [] : await this.#misused([call], [proposed], context);
    if (misused !== undefined) return { verdict: "refuse", result: misused.result };
    const scope = await this.#readyFor(context);
    if (scope === undefined) return { verdict: "refuse", result: (await later()).notReady(call).result };
    const { callScope, foreseeing } = await machinery();
    const own = callScope(await this.#step(scope, context), call.id ?? mintId());
    return (await foreseeing()).foresee(decodeCall(call), own);
  }

  /** Runs one step's calls: reads together, the rest alone and in order; results in call order. */
  async execAll(calls: readonly ToolCall[], context?: CallContext): Promise<SettledCall[]> {
    const asked = Array.from(calls ?? [], readOnce);
    const misused = asked.every((call) => isUsual(call, context)) ? [] : await this.#misused(asked, calls, context);
    if (misused.length > 0) return misused;
    const { executeStep, callScope } = await machinery();
    const scope = await this.#readyFor(context);
    if (scope === undefined) return Promise.all(asked.map(async (call) => (await later()).notReady(call)));
    const step = await this.#step(scope, context);
    return executeStep(
      asked.map((call) => ({ call: decodeCall(call), scope: callScope(step, scope.ids.claim(call.id)) })),
    );
  }

  /** Forgets what a run remembers and disposes of its dependencies. Call it when all its calls have ended. */
  async endRun(runId: string): Promise<void> {
    const memory = this.#runs.get(runId);
    this.#runs.delete(runId);
    const scope = await this.#ready();
    if (memory !== undefined && scope !== undefined)
      await (await later()).endDependencies(memory, this.#options, scope.logger);
  }

  /** Undefined also where a journal did not say in time where it ends, and the calls were stopped. */
  async #readyFor(context: CallContext | undefined): Promise<Scope | undefined> {
    return untilStopped(this.#ready(), context?.signal, PATIENCE_MS.callJournal);
  }

  /** Undefined when the options cannot be used, or the journal cannot be read; the next call tries again. */
  async #ready(): Promise<Scope | undefined> {
    try {
      this.#scope ??= createScopeOf(this.#options, this.#middleware);
      this.#scope = await this.#scope;
      return this.#scope;
    } catch (error) {
      this.#scope = undefined;
      (await later()).reportNotReady(error, this.#options);
      return undefined;
    }
  }

  async #misused(asked: readonly ToolCall[], given: readonly unknown[], context: unknown): Promise<SettledCall[]> {
    return (await later()).misused({ asked, given, context }, this.#options);
  }

  async #step(scope: Scope, context?: CallContext): Promise<Scope> {
    const { signal, runId, conversation = scope.conversation, resolve, onOutput, recorded } = context ?? {};
    const { narrowed, stoppable } = await machinery();
    return narrowed(scope, {
      activity: stoppable(scope.activity, { signal, patienceMs: PATIENCE_MS.callJournal }),
      approver: context?.approver ?? scope.approver,
      onOutput,
      attempt: recorded?.attempt ?? 1,
      resumed: recorded,
      runId: runId ?? this.#ownRunId,
      signal,
      halt: { why: undefined },
      conversation,
      memory: runId === undefined ? undefined : this.#memoryOf(runId),
      resolve,
    });
  }

  #memoryOf(runId: string): RunMemory {
    const memory = this.#runs.get(runId) ?? new RunMemory();
    this.#runs.set(runId, memory);
    return memory;
  }
}

async function createScopeOf(options: RunnerOptions, middleware: readonly Middleware[]): Promise<Scope> {
  const { createScope, runCall } = await machinery();
  return createScope({ options, middleware, execute: runCall });
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

/** Whether nothing of a call and its context stands in another library's place. */
function isUsual({ name, arguments: args }: ToolCall, context: CallContext | undefined): boolean {
  if (name === undefined || args === undefined) return false;
  for (const key in context) if (!CONTEXT_KEYS.has(key)) return false;
  const signal = context?.signal;
  return signal === undefined || typeof signal?.addEventListener === "function";
}

const CONTEXT_KEYS: ReadonlySet<string> = new Set<keyof CallContext>([
  "signal",
  "runId",
  "conversation",
  "resolve",
  "approver",
  "onOutput",
  "recorded",
]);

function decodeCall(call: ToolCall): DecodedCall {
  return { name: callName(call.name), decoded: decodeArguments(call.arguments) };
}
