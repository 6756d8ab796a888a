import { isAborted } from "../async/abort.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { cloneJson } from "../json/clone-json.ts";
import type { JsonObject } from "../json/json.ts";
import type { Foreseen } from "../tool/foreseen.ts";
import { lazy, NOT_LOADED } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { answerBefore, askApproval, refusalBefore, wasAsked } from "./approval.ts";
import { type ApprovalAnswer, AuthorisedCall, type CallKey, type Ended, type ReadCall } from "./call-states.ts";
import { decide, needsNoJudge, tellReview } from "./decide.ts";
import type { Verdict } from "./policy.ts";
import { readArguments } from "./read.ts";
import {
  refuse,
  refuseAborted,
  refuseDenied,
  refuseLoop,
  refuseRepetition,
  refuseStopped,
  refuseUnsteady,
} from "./refusals.ts";
import { loopGuardOf, type QuestionPreview, type Scope } from "./scope.ts";

/**
 * The second phase: is it made over and over, is it redundant, does the policy allow it, does a person have to be
 * asked? What could not be read is only held against the calls before it.
 */
export async function authorise(
  read: ReadCall | Ended,
  key: CallKey | undefined,
  scope: Scope,
): Promise<AuthorisedCall | Ended> {
  const { halt, memory } = scope;
  if (key !== undefined && loopGuardOf(scope)?.forbids(key)) {
    halt.why ??= "loop_guard";
    return refuseLoop();
  }
  if (read.stage === "ended") return read;
  const stopped = refuseStopped(scope);
  if (stopped !== undefined) return stopped;
  const earlier = earlierTwin(read, scope);
  if (earlier !== undefined) return refuseRepetition(earlier, memory?.reads.answerOf(earlier));
  const allowed = needsNoJudge(read, scope) && !wasAsked(scope) ? read : await permit(read, scope);
  // Refused, or edited by a person: what was asked for does not run, and may be asked for again.
  if (allowed.stage === "ended" || allowed.key !== read.key) memory?.reads.forget(read.key);
  if (allowed.stage === "ended") return allowed;
  if (isAborted(scope.signal)) return refuseAborted();
  if (!isWatched(read.tool, scope)) memory?.reads.clear();
  return new AuthorisedCall(allowed);
}

/** Its repetition is taken to tell nothing new. */
function isWatched({ effects }: Tool, { options }: Scope): boolean {
  return effects.kind === "read" || (effects.kind === undefined && options.redundancy === "all");
}

/** The id of the call that this one would repeat. A call that repeats none is remembered. */
function earlierTwin(read: ReadCall, scope: Scope): string | undefined {
  const { memory } = scope;
  if (memory === undefined || !mayRepeat(read.tool, scope)) return undefined;
  const { key } = read;
  const earlier = key && memory.reads.earlier(key);
  if (key !== undefined && earlier === undefined) memory.reads.remember(key);
  return earlier;
}

/** Whether a call would repeat one that is remembered, or one of those `before` it in its step. */
export function isRepetition(read: ReadCall, scope: Scope, before: readonly ReadCall[]): boolean {
  const { key, tool } = read;
  if (key === undefined || !mayRepeat(tool, scope)) return false;
  return scope.memory?.reads.earlier(key) !== undefined || before.some((other) => key.equals(other.key));
}

function mayRepeat(tool: Tool, scope: Scope): boolean {
  if (scope.options.redundancy === "off" || scope.parentId !== undefined) return false;
  return isWatched(tool, scope) && !tool.effects.volatile;
}

/** The call as it may run: as it was asked for, or as a person has edited it. */
async function permit(read: ReadCall, scope: Scope): Promise<ReadCall | Ended> {
  const judged = await decide(read, scope);
  if (!("verdict" in judged)) return judged;
  await tellReview(judged, read, scope);
  if (judged.verdict === "deny") return refuseDenied(judged);
  const reaching = { ...read, reach: judged.reach };
  return judged.verdict === "allow"
    ? heed(await answerBefore(reaching, scope), reaching, scope)
    : askPerson(judged, reaching, scope);
}

/**
 * Asks until an answer is to what the call would do by then: while a person thinks it over, files change. Nobody is
 * asked about what cannot succeed.
 */
async function askPerson({ reason, reach }: Verdict, read: ReadCall, scope: Scope): Promise<ReadCall | Ended> {
  const begun = monotonicMs();
  const refused = refusalBefore(scope);
  if (refused !== undefined) return { ...refused, reach };
  let preview = await previewAtTurn(read, scope);
  for (let times = 0; times < MOST_ASKED; times += 1) {
    if ("stage" in preview) return { ...preview, reach };
    const asked = preview.hash;
    const allowed = await heed(await askApproval({ read, reason, reach, preview, scope }), read, scope);
    if (allowed.stage === "ended") return allowed;
    const isEdited = allowed !== read;
    if (!isEdited) preview = await previewAtTurn(read, scope);
    const isStill = "hash" in preview && preview.hash === asked;
    if (isEdited || isStill) return { ...allowed, waitedMs: monotonicMs() - begun };
  }
  return { ...refuseUnsteady(), reach };
}

/** How often a call is asked about whose preview is another one after every answer. */
const MOST_ASKED = 10;

function previewAtTurn(read: ReadCall, scope: Scope): Promise<QuestionPreview | Ended> {
  return previewOf(read, scope, { left: new Map(), isTurn: true });
}

// A run in which nobody is asked does not load it.
const previewing = lazy(() => import("./preview.ts"));

/** See `preview.ts`. Where that cannot be loaded, nobody is asked, and nothing runs. */
export async function previewOf(read: ReadCall, scope: Scope, foreseen: Foreseen): Promise<QuestionPreview | Ended> {
  let machinery: typeof import("./preview.ts");
  try {
    machinery = await previewing();
  } catch {
    return refuse({ code: "skipped", message: NOT_LOADED });
  }
  return machinery.previewOf(read, scope, foreseen);
}

/** The call as a person has allowed it. */
async function heed(answer: ApprovalAnswer | Ended, read: ReadCall, scope: Scope): Promise<ReadCall | Ended> {
  if (answer === "as_asked") return read;
  return "stage" in answer ? { ...answer, reach: read.reach } : readEdited(read.tool, answer.edited, scope);
}

/** Edited arguments are read and judged once more; a second ask has just been answered. */
async function readEdited(tool: Tool, edited: JsonObject, scope: Scope): Promise<ReadCall | Ended> {
  const read = await readArguments(tool, cloneJson(edited), scope);
  if (read.stage === "ended") return read;
  const judged = await decide(read, scope);
  if (!("verdict" in judged)) return judged;
  await tellReview(judged, read, scope);
  return judged.verdict === "deny" ? refuseDenied(judged) : { ...read, reach: judged.reach };
}
