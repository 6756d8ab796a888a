import { isAborted, isThenable, untilAborted } from "../async/abort.ts";
import { cloneJson } from "../json/clone-json.ts";
import type { Tool } from "../tool/tool.ts";
import type { Ended, ReadCall } from "./call-states.ts";
import { cleanVerdict } from "./clean-verdict.ts";
import { heedConfirmationWish } from "./confirmation-wish.ts";
import type { CallAbout, Policy, Verdict } from "./policy.ts";
import { refuseAborted } from "./refusals.ts";
import { programOf, type Scope } from "./scope.ts";

/**
 * What the policy and the tool itself say of a call. Deny beats ask, and ask beats allow; a policy that fails denies.
 * Without a policy, and without a wish of the tool's own, registering it was the authorisation.
 */
export async function decide(read: ReadCall, scope: Scope): Promise<Verdict | Ended> {
  try {
    const { policy } = scope.options;
    const verdict = policy === undefined ? ALLOWED : await policyVerdict(policy, read, scope);
    // The answer of a policy may have any other field: by `stage` it could be taken for an end.
    if (!("verdict" in verdict) || verdict.verdict === "deny" || !mayAsk(read.tool)) return verdict;
    return await heedConfirmationWish({ read, verdict, scope });
  } catch (error) {
    scope.logger.error("The policy failed", { tool: read.tool.name, toolCallId: read.toolCallId, error });
    return { verdict: "deny", reason: "The policy failed, so the call is denied." };
  }
}

const ALLOWED: Verdict = { verdict: "allow" };

/** Throws where the policy answers nothing that it may. */
async function policyVerdict(policy: Policy, read: ReadCall, scope: Scope): Promise<Verdict | Ended> {
  const deciding = untilAborted(policy.decide(read.tool, cloneJson(read.arguments), aboutOf(scope)), scope.signal);
  const verdict = isThenable(deciding) ? await deciding : deciding;
  if (verdict !== undefined && VERDICTS.has(verdict?.verdict)) return cleanVerdict(verdict);
  if (isAborted(scope.signal)) return refuseAborted();
  throw new TypeError("A policy answers allow, ask or deny.");
}

function aboutOf(scope: Scope): CallAbout {
  const programId = programOf(scope);
  return scope.inReplay?.program ?? (programId ? { caller: "program", programId } : BY_MODEL);
}

const BY_MODEL = { caller: "model" } as const;

const VERDICTS: ReadonlySet<unknown> = new Set(["allow", "ask", "deny"]);

/** Without a policy, and without a wish of the tool's own, registering the tool was the authorisation. */
export function needsNoJudge({ tool }: ReadCall, { options }: Scope): boolean {
  return options.policy === undefined && !mayAsk(tool);
}

function mayAsk({ spec: { requiresConfirmation = false } }: Tool): boolean {
  return requiresConfirmation !== false;
}

/** What would be said of a call; undefined where it could not be. A review of one that asks is told, as at its turn. */
export async function foreseenVerdict(read: ReadCall, scope: Scope): Promise<Verdict | undefined> {
  if (needsNoJudge(read, scope)) return ALLOWED;
  const verdict = await decide(read, scope);
  if (!("verdict" in verdict)) return undefined;
  if (verdict.verdict === "ask") await tellReview(verdict, read, scope);
  return verdict;
}

/** Tells what a reviewer has said of a call. */
export async function tellReview({ review, reach }: Verdict, read: ReadCall, scope: Scope): Promise<void> {
  if (review === undefined) return;
  const { toolCallId, tool } = read;
  const told = { toolCallId, toolName: tool.name, verdict: review.verdict, reason: scope.scrubber.text(review.reason) };
  const about = { runId: scope.runId, parentId: toolCallId };
  await scope.activity.emit("call_reviewed", reach === undefined ? told : { ...told, reach }, about);
}
