import { hookFailure } from "../result/thrown.ts";
import { scrubResult } from "../secrets/redact.ts";
import { lazy } from "../tool/lazy.ts";
import { type Ended, endedAs } from "./call-states.ts";
import type { Running } from "./perform.ts";

const wrapping = lazy(() => import("./wrapped-call.ts"));

type Work = (running: Running) => Promise<Ended>;

/** What comes out of the middleware around a call; where there is none, what the work comes to. Never rejects. */
export function throughMiddleware(running: Running, work: Work): Promise<Ended> {
  return running.scope.middleware.length === 0 ? work(running) : wrap(running, work);
}

async function wrap(running: Running, work: Work): Promise<Ended> {
  const { call, scope } = running;
  try {
    return await (await wrapping()).wrapCall({ call, scope, work: () => work(running) });
  } catch (thrown) {
    return endedAs("failed", scrubResult(hookFailure("A middleware", thrown, scope), scope.scrubber));
  }
}
