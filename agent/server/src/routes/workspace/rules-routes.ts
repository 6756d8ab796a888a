import type { RuleList } from "@toolwright/view";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";

const NONE = "This agent keeps no rules.";

/** `GET /api/rules`: the rules that people have saved for the folder of the agent. */
export async function listRules({ agent }: ServerContext): Promise<Response> {
  const saved = await agent.rules?.saved?.();
  if (saved === undefined) return refuse(501, NONE);
  const list: RuleList = { rules: saved };
  return answer(list);
}

/** `DELETE /api/rules?rule=…`: takes one back; what it allowed is asked again. */
export async function forgetRule({ agent }: ServerContext, request: Request): Promise<Response> {
  const rule = new URL(request.url).searchParams.get("rule");
  if (agent.rules?.forget === undefined) return refuse(501, NONE);
  if (rule === null) return refuse(400, "rule must be one of the saved rules.");
  return (await agent.rules.forget(rule)) ? new Response(null, { status: 204 }) : refuse(404, "There is no such rule.");
}
