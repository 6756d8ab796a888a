import { isThenable } from "../async/abort.ts";
import { andThen, type MaybePromise } from "../async/and-then.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import { lazy } from "../tool/lazy.ts";
import type { ToolContext } from "../tool/tool.ts";
import type { AuthorisedCall, Outcome } from "./call-states.ts";
import type { Scope } from "./scope.ts";

const later = lazy(() => import("./rare.ts"));

/** A call while it runs. */
export interface Running {
  readonly context: ToolContext;
  readonly clock: Stopwatch;
  readonly scope: Scope;
}

/** The third phase: `beforeCall`, `execute`, then `onSuccess` or `onError`. Never throws or rejects. */
export function perform(call: AuthorisedCall, running: Running): MaybePromise<Outcome> {
  if (call.tool.spec.beforeCall === undefined) return execute(call, running);
  return andThen(
    later(),
    async ({ beforeExecute }) => (await beforeExecute(call, running.scope)) ?? execute(call, running),
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
    return threw(thrown, call, running);
  }
}

async function arrived(promised: Promise<unknown>, call: AuthorisedCall, running: Running): Promise<Outcome> {
  try {
    const value = await promised;
    running.clock.stop();
    return gave(value, call, running);
  } catch (thrown) {
    return threw(thrown, call, running);
  }
}

function gave(value: unknown, call: AuthorisedCall, { scope }: Running): MaybePromise<Outcome> {
  if (call.tool.spec.onSuccess === undefined || (isToolResult(value) && value.isError)) return { ok: true, value };
  return andThen(later(), ({ afterSuccess }) => afterSuccess(call, value, scope));
}

function threw(thrown: unknown, call: AuthorisedCall, { clock, scope }: Running): MaybePromise<Outcome> {
  clock.stop();
  return andThen(later(), ({ afterThrow }) => afterThrow(call, thrown, scope));
}

/** Measures the time inside `execute` on a monotonic clock. */
export class Stopwatch {
  #started: number | undefined;
  #elapsed: number | undefined;

  start(): void {
    this.#started = monotonicMs();
  }

  stop(): void {
    this.#elapsed = this.elapsed;
  }

  /** Milliseconds so far; 0 before the start. */
  get elapsed(): number {
    if (this.#elapsed !== undefined) return this.#elapsed;
    return this.#started === undefined ? 0 : monotonicMs() - this.#started;
  }
}
