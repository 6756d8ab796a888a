import { refuse, type Settlement } from "../settlement.ts";
import type { Verdict } from "./policy.ts";

/** The refusal of a call that the policy denies. */
export function denied(verdict: Verdict): Settlement {
  const reason =
    verdict.reason ?? (verdict.rule === undefined ? "This call is not allowed." : `Denied by ${verdict.rule}.`);
  return refuse({
    code: verdict.code === "security_violation" ? verdict.code : "policy_denied",
    message: reason,
    suggestion: "Do not retry a variant; continue without it or ask the user.",
  });
}
