import type { ThreadMessageLike } from "@assistant-ui/react";
import { isFields, textIn } from "@toolwright/view/internal";
import { shellOutcome } from "../cards/shell-outcome.ts";
import { commitTexts } from "../words/commit.ts";

/** What came of a commit; `asks`: a person says whether it is made. */
export interface CommitOutcome {
  readonly kind: "runs" | "asks" | "committed" | "failed";
  readonly text: string;
}

/** What came of the call that commits, as the messages of its thread tell it. */
export function commitOutcome(
  { messages, isRunning }: { readonly messages: readonly ThreadMessageLike[]; readonly isRunning: boolean },
  toolCallId: string,
): CommitOutcome {
  const call = messages
    .flatMap(({ content }) => (typeof content === "string" ? [] : content))
    .findLast((part) => part.type === "tool-call" && part.toolCallId === toolCallId);
  if (call?.type !== "tool-call") return { kind: "runs", text: commitTexts.underWay };
  const { result, isError, artifact, approval } = call;
  const isAsked = approval !== undefined && approval.approved === undefined;
  if (result === undefined && isRunning)
    return isAsked ? { kind: "asks", text: commitTexts.waits } : { kind: "runs", text: commitTexts.underWay };
  const isMade = result !== undefined && isError !== true && !(isFields(result) && result.ok === false);
  const { isWell, text } = shellOutcome(result, artifact);
  if (!isMade || !isWell) return { kind: "failed", text: commitTexts.notMade };
  const commit = hashIn(textIn(artifact, "stdout") ?? text);
  return { kind: "committed", text: commit === undefined ? commitTexts.made : commitTexts.madeAs(commit) };
}

/** As git says it: `[main 1a2b3c4] Subject`. What hooks print comes before it. */
function hashIn(printed: string): string | undefined {
  return [...printed.matchAll(/^\[.* ([0-9a-f]{7,64})\] /gm)].at(-1)?.[1];
}
