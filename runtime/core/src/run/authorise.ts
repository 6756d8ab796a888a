import { isAborted, isThenable, untilAborted } from "../async/abort.ts";
import { andThen, andThenWith, attempt, type MaybePromise } from "../async/and-then.ts";
import { cloneJson } from "../json/clone-json.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { AuthorisedCall, type CallKey, type Ended, type HaltReason, type ReadCall } from "./call-states.ts";
import { RunningContext } from "./context.ts";
import { later } from "./later.ts";
import type { Verdict } from "./policy.ts";
import { readArguments } from "./read.ts";
import { loopGuardOf, type Scope } from "./scope.ts";

const asking = lazy(() => import("./approval.ts"));

/**
 * The second phase: is it made over and over, is it redundant, does the policy allow it, does a person have to be asked?
 * What could not be read is only held against the calls before it.
 */
export function authorise(
  read: ReadCall | Ended,
  key: CallKey | undefined,
  scope: Scope,
): MaybePromise<AuthorisedCall | Ended> {
  if (key !== undefined && loopGuardOf(scope)?.forbids(key)) return stoppedLoop(scope);
  return read.stage === "ended" ? read : unlessRepeated(read, scope);
}

function stoppedLoop({ halt }: Scope): MaybePromise<Ended> {
  halt.why ??= "loop_guard";
  return andThen(later(), ({ refuseLoop }) => refuseLoop());
}

/** The end of a call that its step has no room for any more. */
export function haltedBy(why: HaltReason): MaybePromise<Ended> {
  return andThen(later(), ({ refuseHalted }) => refuseHalted(why));
}

function unlessRepeated(read: ReadCall, scope: Scope): MaybePromise<AuthorisedCall | Ended> {
  if (isAborted(scope.signal)) return aborted();
  if (scope.halt.why !== undefined) return haltedBy(scope.halt.why);
  const earlier = earlierTwin(read, scope);
  if (earlier !== undefined) return andThen(later(), ({ refuseRepetition }) => refuseRepetition(earlier));
  const asked = { read, scope };
  return andThenWith(permission(asked), authorised, asked);
}

/** A call that was read, and what it runs under. */
interface ReadInScope {
  readonly read: ReadCall;
  readonly scope: Scope;
}

function authorised(allowed: ReadCall | Ended, { read, scope }: ReadInScope): MaybePromise<AuthorisedCall | Ended> {
  // Refused, or edited by a person: what was asked for does not run, and may be asked for again.
  if (allowed.stage === "ended" || allowed.key !== read.key) scope.memory?.reads.forget(read.key);
  if (allowed.stage === "ended") return allowed;
  if (isAborted(scope.signal)) return aborted();
  if (!isWatched(read.tool, scope)) scope.memory?.reads.clear();
  return new AuthorisedCall(allowed);
}

/** The end of a call that an abort of its run came before. */
export function aborted(): MaybePromise<Ended> {
  return andThen(later(), ({ refuseAborted }) => refuseAborted());
}

/** Its repetition is taken to tell nothing new. */
function isWatched({ effects }: Tool, { options }: Scope): boolean {
  return effects.kind === "read" || (effects.kind === undefined && options.redundancy === "all");
}

/** The id of the call that this one would repeat. A call that repeats none is remembered. */
function earlierTwin(read: ReadCall, scope: Scope): string | undefined {
  const { memory, options } = scope;
  if (memory === undefined || options.redundancy === "off" || scope.depth > 0) return undefined;
  if (!isWatched(read.tool, scope) || read.tool.effects.volatile) return undefined;
  const { key } = read;
  const earlier = key && memory.reads.earlier(key);
  if (key !== undefined && earlier === undefined) memory.reads.remember(key);
  return earlier;
}

/** Without a policy, and without a wish of the tool's own, registering it was the authorisation. */
function permission(asked: ReadInScope): MaybePromise<ReadCall | Ended> {
  const { read, scope } = asked;
  const asks = read.tool.spec.requiresConfirmation;
  if (scope.options.policy === undefined && (asks === undefined || asks === false)) return read;
  return andThenWith(judge(asked), afterVerdict, asked);
}

/** What the policy and the tool itself say of a call, and the person whom they ask. */
function afterVerdict(verdict: Verdict | Ended, { read, scope }: ReadInScope): MaybePromise<ReadCall | Ended> {
  if (!("verdict" in verdict)) return verdict;
  if (verdict.verdict === "allow") return read;
  return verdict.verdict === "deny" ? denied(verdict) : askPerson(verdict, read, scope);
}

function askPerson({ reason }: Verdict, read: ReadCall, scope: Scope): MaybePromise<ReadCall | Ended> {
  return andThen(asking(), ({ askApproval }) =>
    askApproval({ read, reason, scope, phases: { readArguments, decide } }),
  );
}

/** Deny beats ask, and ask beats allow; a policy that fails denies. */
export function decide(read: ReadCall, scope: Scope): MaybePromise<Verdict | Ended> {
  return judge({ read, scope });
}

function judge(asked: ReadInScope): MaybePromise<Verdict | Ended> {
  return attempt(judged, policyFailed, asked);
}

function judged(asked: ReadInScope): MaybePromise<Verdict | Ended> {
  return andThenWith(policyVerdict(asked.read, asked.scope), unlessToolAsks, asked);
}

function policyFailed(error: unknown, { read, scope }: ReadInScope): Verdict {
  scope.logger.error("The policy failed", { tool: read.tool.name, toolCallId: read.toolCallId, error });
  return { verdict: "deny", reason: "The policy failed, so the call is denied." };
}

function policyVerdict(read: ReadCall, scope: Scope): MaybePromise<Verdict | Ended> {
  const { policy } = scope.options;
  if (policy === undefined) return { verdict: "allow" };
  const judged = untilAborted(policy.decide(read.tool, cloneJson(read.arguments)), scope.signal);
  return isThenable(judged) ? Promise.resolve(judged).then((verdict) => valid(verdict, scope)) : valid(judged, scope);
}

function valid(verdict: Verdict | undefined, scope: Scope): MaybePromise<Verdict | Ended> {
  if (VERDICTS.has(verdict?.verdict ?? "") && verdict !== undefined) return inWords(verdict);
  if (isAborted(scope.signal)) return aborted();
  throw new TypeError("A policy answers allow, ask or deny.");
}

/** A reason that is no text is none: whoever is told of it takes it for text. */
function inWords(verdict: Verdict): Verdict {
  if (verdict.reason === undefined || typeof verdict.reason === "string") return verdict;
  const { reason, ...unexplained } = verdict;
  return unexplained;
}

const VERDICTS: ReadonlySet<string> = new Set(["allow", "ask", "deny"]);

function unlessToolAsks(verdict: Verdict | Ended, { read, scope }: ReadInScope): MaybePromise<Verdict | Ended> {
  const { requiresConfirmation = false } = read.tool.spec;
  if (!("verdict" in verdict) || verdict.verdict !== "allow" || requiresConfirmation === false) return verdict;
  return askTool({ read, verdict, scope, context: new RunningContext(read.tool, scope) });
}

function askTool(
  question: Parameters<Awaited<ReturnType<typeof asking>>["askedByTool"]>[0],
): MaybePromise<Verdict | Ended> {
  return andThen(asking(), ({ askedByTool }) => askedByTool(question));
}

function denied(verdict: Verdict): MaybePromise<Ended> {
  return andThen(later(), ({ refuseDenied }) => refuseDenied(verdict));
}
