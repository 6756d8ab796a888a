import { cloneJson } from "../json/clone-json.ts";
import type { JsonObject } from "../json/json.ts";
import type { Scope } from "./scope.ts";

/**
 * Whether a call of this tool would be allowed without a question. A wish of the tool's own to be asked about is taken
 * for a question, a policy that fails for a denial, and a policy cannot judge a tool that is not registered.
 */
export async function runsUnasked(toolName: string, args: JsonObject, scope: Scope): Promise<boolean> {
  const { policy } = scope.options;
  const tool = scope.registry.get(toolName);
  if (tool?.spec.requiresConfirmation) return false;
  if (policy === undefined) return true;
  try {
    return tool !== undefined && (await policy.decide(tool, cloneJson(args))).verdict === "allow";
  } catch (error) {
    scope.logger.error("The policy failed", { tool: toolName, toolCallId: scope.toolCallId, error });
    return false;
  }
}
