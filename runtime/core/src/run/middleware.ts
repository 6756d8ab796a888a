import { hookFailure } from "../result/thrown.ts";
import { scrubResult } from "../secrets/redact.ts";
import { lazy } from "../tool/lazy.ts";
import { type Ended, endedAs } from "./call-states.ts";
import type { Running } from "./perform.ts";
import type { WrappedCall } from "./wrapped-call.ts";

const wrapping = lazy(() => import("./wrapped-call.ts"));

/** What comes out of the middleware around a call; where there is none, what the work comes to. Never rejects. */
export function throughMiddleware(running: Running, work: (running: Running) => Promise<Ended>): Promise<Ended> {
  const { call, scope } = running;
  return scope.middleware.length === 0 ? work(running) : wrap({ call, scope, work: () => work(running) });
}

async function wrap(wrapped: WrappedCall): Promise<Ended> {
  const { scope } = wrapped;
  try {
    return await (await wrapping()).wrapCall(wrapped);
  } catch (thrown) {
    return endedAs("failed", scrubResult(hookFailure("A middleware", thrown, scope), scope.scrubber));
  }
}
