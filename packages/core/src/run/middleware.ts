import { cloneJson } from "../json/clone-json.ts";
import { copyResult } from "../result/copy-result.ts";
import { withError } from "../result/failure.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { unwritable } from "../result/unwritable.ts";
import { hookInput } from "../tool/hook-input.ts";
import { lazy } from "../tool/lazy.ts";
import type { AuthorisedCall, Ended, Middleware } from "./call-states.ts";
import { scrubResult } from "./redact.ts";
import { maxOutputBytes } from "./runner-options.ts";
import type { Scope } from "./scope.ts";

const later = lazy(() => import("./loaded-later.ts"));

/** A call inside the middleware of its runner. */
export interface WrappedCall {
  readonly call: AuthorisedCall;
  /** Performs and projects the call. */
  readonly run: () => Promise<Ended>;
  readonly scope: Scope;
}

/** What came out of the middleware. Never rejects. */
export async function runWrapped({ call, run, scope }: WrappedCall): Promise<Ended> {
  let inner: Ended | undefined;
  const innermost = async () => {
    inner = await run();
    return inner.result;
  };
  try {
    const result: unknown = await compose(call, innermost, scope.middleware);
    if (!isToolResult(result)) throw new TypeError("it returned no result");
    const maxBytes = maxOutputBytes(scope.options);
    const copied = copyResult(result, maxBytes);
    const copy = withError("problem" in copied ? unwritable(copied, { maxBytes }) : copied);
    return ended(scrubResult(copy, scope.scrubber), inner?.how ?? "returned");
  } catch (thrown) {
    const { hookFailure } = await later();
    return ended(scrubResult(hookFailure("A middleware", thrown, scope), scope.scrubber), "failed");
  }
}

function ended(result: ToolResult, how: Ended["how"]): Ended {
  return { stage: "ended", how, result, durationMs: 0, stop: undefined };
}

/** Nests the wrappers, the first one outermost. Each may call `next` once. */
function compose(
  call: AuthorisedCall,
  run: () => Promise<ToolResult>,
  middleware: readonly Middleware[],
): Promise<ToolResult> {
  const shown = call.shownWith(hookInput(call.input), cloneJson(call.arguments));
  const dispatch = async (index: number): Promise<ToolResult> => {
    const wrap = middleware[index];
    if (wrap === undefined) return run();
    let called = false;
    return wrap(shown, () => {
      if (called) return Promise.reject(new Error("next() was called twice"));
      called = true;
      return dispatch(index + 1);
    });
  };
  return dispatch(0);
}
