import { isThenable } from "../async/abort.ts";
import { andThen, type MaybePromise } from "../async/and-then.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { promised, type Taker } from "../async/taker.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import type { ToolContext } from "../tool/tool.ts";
import type { AuthorisedCall, Outcome } from "./call-states.ts";
import { later } from "./later.ts";
import type { Scope } from "./scope.ts";

/** A call while it runs, which measures the time inside `execute`. */
export interface Running extends Stopwatch {
  readonly call: AuthorisedCall;
  readonly context: ToolContext;
  readonly scope: Scope;
}

/**
 * The third phase: `beforeCall`, `execute`, then `onSuccess` or `onError`. Undefined where its end is given to the taker. Never throws
 * or rejects.
 */
export function perform(running: Running, taker: Taker<Outcome>): MaybePromise<Outcome> | undefined {
  return running.call.tool.spec.beforeCall === undefined ? execute(running, taker) : performHooked(running);
}

async function performHooked(running: Running): Promise<Outcome> {
  const { beforeExecute } = await later();
  const early = await beforeExecute(running.call, running.scope);
  return early ?? promised((taker) => execute(running, taker));
}

/** Many tools answer at once: their answer is not waited for. */
function execute(running: Running, taker: Taker<Outcome>): MaybePromise<Outcome> | undefined {
  running.start();
  try {
    const returned = running.call.tool.spec.execute(running.call.input, running.context);
    return isThenable(returned) ? whenThere(returned, running, taker) : gave(returned, running);
  } catch (thrown) {
    return threw(thrown, running);
  }
}

function whenThere(returned: Promise<unknown>, running: Running, taker: Taker<Outcome>): undefined {
  void Promise.resolve(returned).then(
    (value) => taker.take(gave(value, running)),
    (thrown) => taker.take(threw(thrown, running)),
  );
}

function gave(value: unknown, running: Running): MaybePromise<Outcome> {
  running.stop();
  try {
    if (running.call.tool.spec.onSuccess === undefined || (isToolResult(value) && value.isError))
      return { ok: true, value };
  } catch (thrown) {
    return threw(thrown, running);
  }
  return andThen(later(), ({ afterSuccess }) => afterSuccess(running.call, value, running.scope));
}

function threw(thrown: unknown, running: Running): MaybePromise<Outcome> {
  running.stop();
  return andThen(later(), ({ afterThrow }) => afterThrow(running.call, thrown, running.scope));
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
