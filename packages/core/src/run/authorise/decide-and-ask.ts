import { cloneJson } from "../../json/clone-json.ts";
import { andThen, type MaybePromise } from "../and-then.ts";
import type { CallEnv } from "../call-env.ts";
import { createCallScope } from "../perform/call-scope.ts";
import { isStopped, isThenable, untilAborted } from "../perform/until-aborted.ts";
import type { ReadCall } from "../read/read-call.ts";
import { Settlement } from "../settlement.ts";
import { stopped } from "../stopped.ts";
import { askApproval } from "./ask-approval.ts";
import { denied } from "./denied.ts";
import type { Verdict } from "./policy.ts";

/** Lets the policy judge a call, and a person where the policy or the tool asks for one. */
export function decideAndAsk(read: ReadCall, env: CallEnv): MaybePromise<ReadCall | Settlement> {
  return andThen(decide(read, env), (verdict) => {
    if (verdict instanceof Settlement) return verdict;
    if (verdict.verdict === "allow") return read;
    if (verdict.verdict === "deny") return denied(verdict);
    return askApproval({ read, reason: verdict.reason, env, decide: (edited) => decide(edited, env) });
  });
}

/** Deny beats ask, and ask beats allow; a policy that fails denies. */
function decide(read: ReadCall, env: CallEnv): MaybePromise<Verdict | Settlement> {
  const fail = (error: unknown): Verdict => {
    env.core.logger.error("The policy failed", { tool: read.tool.name, toolCallId: read.toolCallId, error });
    return { verdict: "deny", reason: "The policy failed, so the call is denied." };
  };
  try {
    const judged = andThen(policyVerdict(read, env), (verdict) => unlessToolAsks(read, verdict, env));
    return judged instanceof Promise ? judged.catch(fail) : judged;
  } catch (error) {
    return fail(error);
  }
}

function unlessToolAsks(
  read: ReadCall,
  verdict: Verdict | Settlement,
  env: CallEnv,
): MaybePromise<Verdict | Settlement> {
  const { requiresConfirmation = false } = read.tool.spec;
  if (verdict instanceof Settlement || verdict.verdict !== "allow" || requiresConfirmation === false) return verdict;
  return andThen(asksItself(read, env), (asks) => {
    if (asks instanceof Settlement) return asks;
    return asks ? { verdict: "ask", reason: verdict.reason ?? `${read.tool.name} asks before it runs.` } : verdict;
  });
}

function policyVerdict(read: ReadCall, env: CallEnv): MaybePromise<Verdict | Settlement> {
  const { policy } = env.core.options;
  if (policy === undefined) return { verdict: "allow" };
  const judged = untilAborted(policy.decide(read.tool, cloneJson(read.arguments)), env.signal);
  return isThenable(judged) ? Promise.resolve(judged).then((verdict) => valid(verdict, env)) : valid(judged, env);
}

function valid(verdict: Verdict | undefined, env: CallEnv): Verdict | Settlement {
  if (isVerdict(verdict)) return verdict;
  if (isStopped(env.signal)) return stopped();
  throw new TypeError("A policy answers allow, ask or deny.");
}

const VERDICTS: ReadonlySet<string> = new Set(["allow", "ask", "deny"]);

function isVerdict(verdict: Verdict | undefined): verdict is Verdict {
  return VERDICTS.has(verdict?.verdict ?? "");
}

/** Only a clear `false` runs without asking. */
async function asksItself(read: ReadCall, env: CallEnv): Promise<boolean | Settlement> {
  const { requiresConfirmation = false } = read.tool.spec;
  if (typeof requiresConfirmation === "boolean") return requiresConfirmation;
  const scope = createCallScope(read.tool, env);
  try {
    const asks = await untilAborted(requiresConfirmation(read.input, scope.context), env.signal);
    return isStopped(env.signal) ? stopped() : asks !== false;
  } finally {
    scope.end();
    void scope.dispose();
  }
}
