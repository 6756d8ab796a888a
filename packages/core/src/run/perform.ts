import { isThenable } from "../async/abort.ts";
import { andThen, type MaybePromise } from "../async/and-then.ts";
import type { FailureDetails } from "../result/failure.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import { lazy } from "../tool/lazy.ts";
import type { ToolContext } from "../tool/tool.ts";
import type { Scope } from "./scope.ts";
import type { AuthorisedCall } from "./stages.ts";

const rare = lazy(() => import("./rare-endings.ts"));

/** What a tool came to: a value that nobody has looked at yet, or a failure. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly details: FailureDetails };

/** A call while it runs. */
export interface Running {
  readonly context: ToolContext;
  readonly clock: Stopwatch;
  readonly scope: Scope;
}

/** The third phase: `beforeCall`, `execute`, then `onSuccess` or `onError`. Never throws or rejects. */
export function perform(call: AuthorisedCall, running: Running): MaybePromise<Outcome> {
  const { beforeCall } = call.tool.spec;
  if (beforeCall === undefined) return execute(call, running);
  return andThen(
    hook("beforeCall", (input) => call.tool.spec.beforeCall?.(input, undefined), { call, running }),
    (early) => {
      return !early.ok || early.value !== undefined ? early : execute(call, running);
    },
  );
}

/** Many tools answer at once: their answer is not waited for. */
function execute(call: AuthorisedCall, running: Running): MaybePromise<Outcome> {
  const { context, clock } = running;
  clock.start();
  try {
    const returned = call.tool.spec.execute(call.input, context);
    if (isThenable(returned)) return arrived(returned, call, running);
    clock.stop();
    return gave(returned, call, running);
  } catch (thrown) {
    clock.stop();
    return threw(call, thrown, running);
  }
}

async function arrived(promised: Promise<unknown>, call: AuthorisedCall, running: Running): Promise<Outcome> {
  try {
    const value = await promised;
    running.clock.stop();
    return gave(value, call, running);
  } catch (thrown) {
    running.clock.stop();
    return threw(call, thrown, running);
  }
}

function gave(value: unknown, call: AuthorisedCall, running: Running): MaybePromise<Outcome> {
  const { onSuccess } = call.tool.spec;
  if (onSuccess === undefined || (isToolResult(value) && value.isError)) return { ok: true, value };
  return replaced(
    { ok: true, value },
    hook("onSuccess", (input) => call.tool.spec.onSuccess?.(input, value), { call, running }),
  );
}

/** What an exception of `execute` comes to: a failure, unless the tool's `onError` has a value in its place. */
async function threw(call: AuthorisedCall, thrown: unknown, running: Running): Promise<Outcome> {
  const { thrownDetails, realMessage } = await rare();
  const failure: Outcome = { ok: false, details: thrownDetails(thrown, running.scope) };
  const { spec } = call.tool;
  if (spec.onError === undefined) return failure;
  const error = realMessage(thrown);
  return replaced(
    failure,
    hook("onError", (input) => spec.onError?.(input, { error }), { call, running }),
  );
}

/** What the hook returned, unless it returned nothing. */
async function replaced(outcome: Outcome, hooked: Promise<Outcome>): Promise<Outcome> {
  const replacing = await hooked;
  return replacing.ok && replacing.value === undefined ? outcome : replacing;
}

interface Hooked {
  readonly call: AuthorisedCall;
  readonly running: Running;
}

/** Runs a tool's hook on what the schema made; a change to that stays with the hook. One that throws ends the call with `hook_failed`. */
async function hook(name: string, run: (input: unknown) => unknown, { call, running }: Hooked): Promise<Outcome> {
  const { hookDetails, hookInput } = await rare();
  try {
    return { ok: true, value: await run(hookInput(call.input)) };
  } catch (thrown) {
    return { ok: false, details: hookDetails(name, thrown, running.scope) };
  }
}

/** Measures the time inside `execute` on a monotonic clock. */
export class Stopwatch {
  #started: number | undefined;
  #elapsed: number | undefined;

  start(): void {
    this.#started = performance.now();
  }

  stop(): void {
    this.#elapsed = this.elapsed;
  }

  /** Milliseconds so far; 0 before the start. */
  get elapsed(): number {
    if (this.#elapsed !== undefined) return this.#elapsed;
    return this.#started === undefined ? 0 : performance.now() - this.#started;
  }
}
