import { isAborted, untilAborted, unwatchAbort, watchAbort } from "../async/abort.ts";
import type { ToolContext } from "../tool/tool.ts";
import type { ReadCall } from "./call-states.ts";
import { RunningContext } from "./context.ts";
import type { Scope } from "./scope.ts";

/**
 * What a function of a tool says of a call that does not run yet. It is given a context of its own, which ends with it,
 * and is aborted when the run is stopped: undefined then.
 */
export async function askTool<T>(
  { tool }: Pick<ReadCall, "tool">,
  scope: Scope,
  ask: (context: ToolContext) => T | Promise<T>,
): Promise<T | undefined> {
  const { signal } = scope;
  const context = new RunningContext(tool, scope);
  const stop = () => context.abort(new DOMException("stopped before the call was allowed.", "AbortError"));
  try {
    if (signal !== undefined) watchAbort(signal, stop);
    if (isAborted(signal)) stop();
    return await untilAborted(ask(context), signal);
  } finally {
    if (signal !== undefined) unwatchAbort(signal, stop);
    context.end();
    void context.dispose();
  }
}
