import { untilStopped } from "../async/abort.ts";
import { PATIENCE_MS } from "../async/patience.ts";
import { CallIds, mintId } from "../model/call-ids.ts";
import { failure } from "../result/failure.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import { makeScrubber } from "../secrets/make-scrubber.ts";
import { lazy, NOT_LOADED } from "../tool/lazy.ts";
import { beginStep, closeStep } from "../tool/step-of.ts";
import { type GivenCalls, problemOf } from "./call-problems.ts";
import { callName, type DecodedCall, type Middleware, type SettledCall, type ToolCall } from "./call-states.ts";
import { checkRunnerOptions } from "./check-runner-options.ts";
import type { Foreseen } from "./foresee.ts";
import { RunMemory } from "./run-memory.ts";
import { type CallContext, type RunnerOptions, refuseUnlisted } from "./runner-options.ts";
import type { Scope } from "./scope.ts";
import { unheard } from "./unheard.ts";

type Machinery = typeof import("./machinery.ts");

const machinery = lazy<Machinery>(() => import("./machinery.ts"));
const reporting = lazy(() => import("./not-ready.ts"));

/**
 * How calls run: the only way a tool is executed anywhere. One per conversation, cheap to make.
 * No method rejects: whatever goes wrong is an error result.
 */
export class ToolRunner {
  readonly #options: RunnerOptions;
  readonly #middleware: Middleware[] = [];
  #scope: Promise<Scope> | undefined;
  readonly #runs = new Map<string, RunMemory>();
  readonly #ownRunId = mintId();

  /**
   * Throws a `TypeError` for an option that does not exist or cannot be, and when redaction is required and a
   * registered tool has no allowlist.
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
    const ready = await this.#readyFor({ asked: [call], given: [proposed], context });
    if ("whyNot" in ready) return notRun(call, ready.whyNot);
    const { runCall, callScope } = ready.code;
    const { step } = ready;
    const settled = await runCall(decodeCall(call), callScope(step, step.ids.claim(call.id)));
    closeStep(step.halt);
    return settled;
  }

  /**
   * What would become of a call: reads and judges it as {@link exec} does, and runs nothing, asks nobody and records
   * nothing. For who has to know beforehand, such as another loop that asks its own user. Never rejects.
   */
  async foresee(proposed: ToolCall, context?: CallContext): Promise<Foreseen> {
    const call = readOnce(proposed);
    const ready = await this.#readyFor({ asked: [call], given: [proposed], context });
    if ("whyNot" in ready) return { verdict: "refuse", result: notRun(call, ready.whyNot).result };
    const { foresee, callScope } = ready.code;
    return foresee(decodeCall(call), callScope(ready.step, call.id ?? mintId()));
  }

  /**
   * Runs one step's calls: reads and calls of `concurrent` tools together, the rest alone and in order. Results come in
   * call order.
   */
  async execAll(calls: readonly ToolCall[], context?: CallContext): Promise<SettledCall[]> {
    const asked = Array.from(calls ?? [], readOnce);
    const ready = await this.#readyFor({ asked, given: calls, context });
    if ("whyNot" in ready) {
      const ids = new CallIds(makeScrubber());
      return asked.map((call) => notRun(call, ready.whyNot, ids));
    }
    const { executeStep, callScope } = ready.code;
    const { step } = ready;
    const inScope = asked.map((call) => ({
      call: decodeCall(call),
      scope: callScope(step, step.ids.claim(call.id)),
    }));
    const settled = await executeStep(inScope);
    closeStep(step.halt);
    return settled;
  }

  /** Forgets what a run remembers and disposes of its dependencies. Call it when all its calls have ended. */
  async endRun(runId: string): Promise<void> {
    const memory = this.#runs.get(runId);
    this.#runs.delete(runId);
    if (memory?.dependencies === undefined) return;
    const code = await machinery();
    const scope = await this.#scopeOf(code);
    if (scope !== undefined) await code.endDependencies(memory, this.#options, scope.logger);
  }

  /** What calls need before they run, or why none of them does. Never rejects. */
  async #readyFor(calls: GivenCalls): Promise<Ready | NotReady> {
    const { context } = calls;
    try {
      const problem = problemOf(calls);
      if (problem !== undefined) return { whyNot: (await reporting()).reportMisuse(problem, this.#options) };
      const code = await machinery();
      // A journal that does not say in time where it ends keeps nobody waiting who was stopped.
      const scope = await untilStopped(this.#scopeOf(code), context?.signal, PATIENCE_MS.callJournal);
      return scope === undefined
        ? { whyNot: NOT_STARTED }
        : { code, step: this.#stepScope(code, scope, context ?? {}) };
    } catch {
      return { whyNot: NOT_LOADED };
    }
  }

  /** Undefined when the options cannot be used, or the journal cannot be read; the next call tries again. */
  async #scopeOf({ createScope, runCall, callsInside }: Machinery): Promise<Scope | undefined> {
    try {
      this.#scope ??= createScope({
        options: this.#options,
        middleware: this.#middleware,
        execute: runCall,
        callsInside,
      });
      return await this.#scope;
    } catch (error) {
      this.#scope = undefined;
      (await reporting()).reportNotReady(error, this.#options);
      return undefined;
    }
  }

  #stepScope({ narrowed, stoppable }: Machinery, scope: Scope, context: CallContext): Scope {
    const { signal, runId, conversation = scope.conversation, resolve, onOutput, recorded } = context;
    return narrowed(scope, {
      activity: stoppable(scope.activity, { signal, patienceMs: PATIENCE_MS.callJournal }),
      approver: context.approver ?? scope.approver,
      onOutput,
      attempt: recorded?.attempt ?? 1,
      resumed: recorded,
      runId: runId ?? this.#ownRunId,
      signal,
      halt: { why: undefined, ...beginStep() },
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

/** What calls run under, and the code that runs them. */
interface Ready {
  readonly code: Machinery;
  readonly step: Scope;
}

interface NotReady {
  readonly whyNot: string;
}

const NOT_STARTED = "The runner could not start, so this call was not run.";

function notRun(call: ToolCall, whyNot: string, ids = new CallIds(makeScrubber())): SettledCall {
  return unheard(ids.claim(call.id), callName(call.name), failure({ code: "skipped", message: whyNot }));
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

function decodeCall(call: ToolCall): DecodedCall {
  return { name: callName(call.name), decoded: decodeArguments(call.arguments) };
}
