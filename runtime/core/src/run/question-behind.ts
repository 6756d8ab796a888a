import type { Foreseen } from "../tool/foreseen.ts";
import { isRepetition, previewOf } from "./authorise.ts";
import type { CallInScope } from "./call.ts";
import type { ReadCall } from "./call-states.ts";
import { foreseenVerdict } from "./decide.ts";
import { readCall } from "./read.ts";
import { type ApprovalQuestion, loopGuardOf } from "./scope.ts";

/**
 * The question about a call whose turn has not come; undefined where none has to be asked as things are: it may run, it
 * would be refused, it repeats one of those `before` it in the step, or it has its answer. Whatever fails here is told
 * at the turn of the call.
 */
export async function questionBehind(
  { call, scope }: CallInScope,
  before: readonly ReadCall[],
  left: Foreseen["left"],
): Promise<ApprovalQuestion | undefined> {
  if (scope.resumed?.decision !== undefined) return undefined;
  try {
    const read = await readCall(call, scope);
    if (read.stage === "ended") return undefined;
    const { key } = read;
    if (key !== undefined && (loopGuardOf(scope)?.forbids(key) || isRepetition(read, scope, before))) return undefined;
    const verdict = await foreseenVerdict(read, scope);
    if (verdict?.verdict === "deny" || verdict === undefined) return undefined;
    // A call that runs without a question leaves something, too.
    const preview = await previewOf(read, scope, { left, isTurn: false });
    if (verdict.verdict === "allow" || "stage" in preview) return undefined;
    return { read, reason: verdict.reason, reach: verdict.reach, preview, scope };
  } catch {
    return undefined;
  }
}
