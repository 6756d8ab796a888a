import { isAborted } from "../async/abort.ts";
import { ToolError } from "../result/tool-error.ts";
import { hookInput } from "../tool/hook-input.ts";
import { askTool } from "./ask-tool.ts";
import type { Ended, ReadCall } from "./call-states.ts";
import type { Verdict } from "./policy.ts";
import { refuseAborted } from "./refusals.ts";
import type { Scope } from "./scope.ts";

/** A call that the policy does not deny. */
export interface UndeniedCall {
  readonly read: ReadCall;
  readonly verdict: Verdict;
  readonly scope: Scope;
}

/**
 * The verdict on a call whose tool may want a person to be asked. Only a clear `false` runs without asking; a tool that
 * throws a `ToolError` would refuse the call after any yes, so nobody is asked.
 */
export async function heedConfirmationWish(undenied: UndeniedCall): Promise<Verdict | Ended> {
  const { read, verdict, scope } = undenied;
  const { requiresConfirmation = false } = read.tool.spec;
  if (requiresConfirmation === false) return verdict;
  if (typeof requiresConfirmation === "function") {
    const wants = await wantsToAsk(undenied);
    if (isAborted(scope.signal)) return refuseAborted();
    if (wants === "failed")
      return { verdict: "deny", reason: `Whether ${read.tool.name} has to ask could not be told.` };
    if (typeof wants === "object") return { verdict: "deny", reason: wants.message, code: "security_violation" };
    if (!wants) return verdict;
  }
  if (verdict.verdict === "ask") return verdict;
  return { ...verdict, verdict: "ask", reason: verdict.reason ?? `${read.tool.name} asks before it runs.` };
}

async function wantsToAsk({ read, scope }: UndeniedCall): Promise<boolean | ToolError | "failed"> {
  const { requiresConfirmation: asks } = read.tool.spec;
  try {
    return (
      typeof asks !== "function" || (await askTool(read, scope, (ctx) => asks(hookInput(read.input), ctx))) !== false
    );
  } catch (error) {
    if (ToolError.isInstance(error) && error.code === "security_violation") return error;
    scope.logger.error("requiresConfirmation failed", { tool: read.tool.name, toolCallId: read.toolCallId, error });
    return "failed";
  }
}
