import type { PendingApproval } from "@toolwright/store";
import type { ServerContext } from "../../server-context.ts";
import { mayAnswer, refusalOf } from "../../users/rights.ts";
import type { DecisionBody } from "./decision-body.ts";

type Asking = Pick<ServerContext, "person" | "may" | "store">;

/** Why whoever asks may not give an answer, in one sentence; undefined where they may. Nothing is used up by asking. */
export async function whyNotAllowed(
  context: Asking,
  asked: PendingApproval | undefined,
  { also = [], always = false }: Pick<DecisionBody, "also" | "always">,
): Promise<string | undefined> {
  const { may, store } = context;
  if (may.approve === false) return refusalOf(["approve"]);
  const ids = also.map((one) => (typeof one === "string" ? one : one.approvalId));
  const others = await Promise.all(ids.map((id) => store.approvals.get(id)));
  const barred = [asked, ...others].find((one) => one !== undefined && !mayAnswer(may, one.toolName));
  if (barred !== undefined) return `You may not answer questions of the tool ${JSON.stringify(barred.toolName)} here.`;
  return always === false ? undefined : whyNoRule(context, always);
}

/** Why whoever asks may save no rules, in one sentence; undefined where they may. */
export function whyNoRule(
  { person, may }: Pick<ServerContext, "person" | "may">,
  always: true | "session" = true,
): string | undefined {
  if (person === undefined) return undefined;
  if (may.approve !== true) return "You may answer for single calls here, not for always.";
  if (always === "session" || may.configure) return undefined;
  return `Saved rules hold for all users. ${refusalOf(["configure"])}`;
}
