import type { JsonObject } from "../../json/json.ts";
import { lazy } from "../../tool/lazy.ts";
import type { Tool } from "../../tool/tool.ts";
import type { CallEnv } from "../call-env.ts";
import { createCallScope } from "../perform/call-scope.ts";
import { isStopped, untilAborted } from "../perform/until-aborted.ts";
import type { ReadCall } from "../read/read-call.ts";
import { refuse, Settlement } from "../settlement.ts";
import { denied } from "./denied.ts";
import type { Verdict } from "./policy.ts";

const approval = lazy(() => import("./ask-approval.ts"));

/** A call that may run, as it was approved. Only this module can make one. */
class Authorised {
  readonly toolCallId: string;
  readonly tool: Tool;
  readonly input: unknown;
  readonly arguments: JsonObject;
  // A private field makes the type nominal: no object literal fits it.
  readonly #authorised = true;

  constructor(read: ReadCall) {
    this.toolCallId = read.toolCallId;
    this.tool = read.tool;
    this.input = read.input;
    this.arguments = read.arguments;
  }

  /** Always true; reading it is what keeps the private field alive. */
  get isAuthorised(): boolean {
    return this.#authorised;
  }
}

export type AuthorisedCall = Authorised;

/** The second phase: is it redundant, does the policy allow it, does a person have to be asked? */
export async function authorise(read: ReadCall, env: CallEnv): Promise<AuthorisedCall | Settlement> {
  if (isStopped(env.signal)) return stopped();
  const repeated = refuseRepeated(read, env);
  if (repeated !== undefined) return repeated;
  const allowed = await allow(read, env);
  if (allowed instanceof Settlement) {
    env.memory?.reads.forget(read.toolCallId);
    return allowed;
  }
  if (isStopped(env.signal)) return stopped();
  if (!isRead(read.tool)) env.memory?.reads.clear();
  return new Authorised(allowed);
}

/** The refusal of a call whose run was stopped before it could start. */
export function stopped(): Settlement {
  return refuse({ code: "skipped", message: "The run was stopped before this call ran." });
}

function isRead(tool: Tool): boolean {
  return tool.effects.kind === "read";
}

function refuseRepeated(read: ReadCall, env: CallEnv): Settlement | undefined {
  const { memory, core } = env;
  if (memory === undefined || core.options.redundancy === "off" || env.depth > 0) return undefined;
  if (!isRead(read.tool) || read.tool.effects.volatile) return undefined;
  const earlier = memory.reads.earlier(read.key);
  if (earlier === undefined) {
    memory.reads.reserve(read.key, read.toolCallId);
    return undefined;
  }
  return refuse({
    code: "redundant_call",
    message: `The identical call ${earlier} was made in this run, and nothing has changed since.`,
    suggestion: "Use its result.",
  });
}

async function allow(read: ReadCall, env: CallEnv): Promise<ReadCall | Settlement> {
  const verdict = await decide(read, env);
  if (verdict instanceof Settlement) return verdict;
  if (verdict.verdict === "allow") return read;
  if (verdict.verdict === "deny") return denied(verdict);
  const { askApproval } = await approval();
  return askApproval({ read, reason: verdict.reason, env, decide: (edited) => decide(edited, env) });
}

/** Deny beats ask, and ask beats allow; a policy that fails denies. */
async function decide(read: ReadCall, env: CallEnv): Promise<Verdict | Settlement> {
  try {
    const verdict = await policyVerdict(read, env);
    if (verdict instanceof Settlement || verdict.verdict !== "allow") return verdict;
    const asks = await asksItself(read, env);
    if (asks instanceof Settlement) return asks;
    return asks ? { verdict: "ask", reason: verdict.reason ?? `${read.tool.name} asks before it runs.` } : verdict;
  } catch (error) {
    env.core.logger.error("The policy failed", { tool: read.tool.name, toolCallId: read.toolCallId, error });
    return { verdict: "deny", reason: "The policy failed, so the call is denied." };
  }
}

async function policyVerdict(read: ReadCall, env: CallEnv): Promise<Verdict | Settlement> {
  const { policy } = env.core.options;
  if (policy === undefined) return { verdict: "allow" };
  const verdict = await untilAborted(policy.decide(read.tool, read.arguments), env.signal);
  return verdict === undefined ? stopped() : verdict;
}

async function asksItself(read: ReadCall, env: CallEnv): Promise<boolean | Settlement> {
  const { requiresConfirmation } = read.tool.spec;
  if (requiresConfirmation === undefined || typeof requiresConfirmation === "boolean")
    return requiresConfirmation === true;
  const scope = createCallScope(read.tool, env);
  const asks = await untilAborted(requiresConfirmation(read.input, scope.context), env.signal);
  scope.end();
  return asks === undefined ? stopped() : asks !== false;
}
