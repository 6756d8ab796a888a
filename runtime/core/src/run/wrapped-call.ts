import { cloneJson } from "../json/clone-json.ts";
import { copyLongResult } from "../result/copy-long-result.ts";
import { withError } from "../result/failure.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { unwritable } from "../result/unwritable.ts";
import { scrubLong } from "../secrets/scrub-long.ts";
import { hookInput } from "../tool/hook-input.ts";
import { type AuthorisedCall, type Ended, endedAs } from "./call-states.ts";
import { maxOutputBytes } from "./runner-options.ts";
import type { Scope } from "./scope.ts";

/** A call, what performs and projects it, and the middleware around that. */
export interface WrappedCall {
  readonly call: AuthorisedCall;
  readonly work: () => Promise<Ended>;
  readonly scope: Scope;
}

/** What comes out of the middleware around a call. Rejects where one of them throws, or returns no result. */
export async function wrapCall({ call, work, scope }: WrappedCall): Promise<Ended> {
  let how: Ended["how"] = "returned";
  const innermost = async () => {
    const ended = await work();
    how = ended.how;
    return ended.result;
  };
  const result = await taken(await compose(call, innermost, scope), scope);
  return endedAs(how, result);
}

/** Nests the wrappers, the first one outermost. Each may call `next` once. */
function compose(call: AuthorisedCall, innermost: () => Promise<ToolResult>, scope: Scope): Promise<ToolResult> {
  // What a middleware does to what it is shown changes nothing of what runs.
  const shown = call.shownWith(hookInput(call.input), cloneJson(call.arguments));
  const dispatch = async (index: number): Promise<ToolResult> => {
    const middleware = scope.middleware[index];
    if (middleware === undefined) return innermost();
    let isCalled = false;
    return middleware(shown, async () => {
      if (isCalled) throw new Error("next() was called twice");
      isCalled = true;
      return dispatch(index + 1);
    });
  };
  return dispatch(0);
}

/** A copy of what came out, masked and within its size once more. Throws for what is no result. */
async function taken(result: unknown, { options, scrubber }: Scope): Promise<ToolResult> {
  if (!isToolResult(result)) throw new TypeError("it returned no result");
  const maxBytes = maxOutputBytes(options);
  const copied = await copyLongResult(result, maxBytes);
  return scrubLong(withError("problem" in copied ? unwritable(copied, { maxBytes }) : copied), scrubber);
}
