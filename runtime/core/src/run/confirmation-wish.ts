import { isAborted, untilAborted } from "../async/abort.ts";
import type { Ended, ReadCall } from "./call-states.ts";
import { RunningContext } from "./context.ts";
import type { Verdict } from "./policy.ts";
import { refuseAborted } from "./refusals.ts";
import type { Scope } from "./scope.ts";

/** A call that the policy allows. */
export interface AllowedCall {
  readonly read: ReadCall;
  readonly verdict: Verdict;
  readonly scope: Scope;
}

/** The verdict on a call whose tool may want a person to be asked. Only a clear `false` runs without asking. */
export async function askTool(allowed: AllowedCall): Promise<Verdict | Ended> {
  const { read, verdict, scope } = allowed;
  const { requiresConfirmation = false } = read.tool.spec;
  if (requiresConfirmation === false) return verdict;
  if (typeof requiresConfirmation === "function") {
    const wants = await wantsToAsk(allowed);
    if (isAborted(scope.signal)) return refuseAborted();
    if (wants === "failed")
      return { verdict: "deny", reason: `Whether ${read.tool.name} has to ask could not be told.` };
    if (!wants) return verdict;
  }
  return { verdict: "ask", reason: verdict.reason ?? `${read.tool.name} asks before it runs.` };
}

/** The tool's question is given a context of its own, which ends with it. */
async function wantsToAsk({ read, scope }: AllowedCall): Promise<boolean | "failed"> {
  const { requiresConfirmation: asks } = read.tool.spec;
  const context = new RunningContext(read.tool, scope);
  try {
    return typeof asks !== "function" || (await untilAborted(asks(read.input, context), scope.signal)) !== false;
  } catch (error) {
    scope.logger.error("requiresConfirmation failed", { tool: read.tool.name, toolCallId: read.toolCallId, error });
    return "failed";
  } finally {
    context.end();
    void context.dispose();
  }
}
