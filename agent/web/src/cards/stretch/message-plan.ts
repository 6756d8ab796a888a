import { fieldIn, textIn } from "@toolwright/view/internal";
import { isCall } from "../frame/call-notes.ts";
import { hasMedia } from "../result-parts.ts";
import { shellOutcome } from "../shell-outcome.ts";
import { type DeclaredEffect, toolLook } from "../tool-looks.ts";

/** Parts of a message that are shown as one: several are finished calls in one line. */
export interface Segment {
  /** Where they stand among the parts. */
  readonly places: readonly number[];
  /** Of the first of them, wherever it moves: an answer half written there stays, and a marked word. */
  readonly key: string;
  /** Words on the way: calls come after them, so that they are not the answer. */
  readonly isAside: boolean;
}

export interface PlanOptions {
  readonly declared: DeclaredEffect;
  /** Calls that stand alone because their reader wants it. */
  readonly pinned: ReadonlySet<string>;
}

/**
 * How the parts of a message are laid out. Calls inside others are left to them, and what is no text and no call to its
 * card.
 */
export function messagePlan(parts: readonly unknown[], options: PlanOptions): readonly Segment[] {
  const ids = new Set(parts.map((part) => (isCall(part) ? textIn(part, "toolCallId") : undefined)));
  const lastCall = parts.findLastIndex((part) => isCall(part) && !isInside(part, ids));
  const segments: { places: number[]; key: string; isAside: boolean; folds: boolean }[] = [];
  let others = 0;
  for (const [place, part] of parts.entries()) {
    if (isToldBeside(part) || isInside(part, ids)) continue;
    const folds = isCall(part) && mayFold(part, options);
    const last = segments.at(-1);
    if (folds && last?.folds === true) last.places.push(place);
    else {
      const key = (isCall(part) && textIn(part, "toolCallId")) || `other ${others++}`;
      segments.push({ places: [place], key, isAside: !isCall(part) && place < lastCall, folds });
    }
  }
  return segments.map(({ places, key, isAside }) => ({ places, key, isAside }));
}

/**
 * What is told of the run where it happened: what a person said meanwhile, and that older messages became a summary.
 */
const PLACED: ReadonlySet<unknown> = new Set(["steered", "compacted"]);

/** Whether a part tells of a call or of the run, and has no place of its own. */
function isToldBeside(part: unknown): boolean {
  return fieldIn(part, "type") === "data" && !PLACED.has(fieldIn(part, "name"));
}

/** Whether a part is shown in the card of the call around it. */
function isInside(part: unknown, ids: ReadonlySet<string | undefined>): boolean {
  const parentId = textIn(part, "parentId");
  return isCall(part) && parentId !== undefined && parentId !== textIn(part, "toolCallId") && ids.has(parentId);
}

/** Cards that say something themselves. */
const SPEAKS: ReadonlySet<string> = new Set(["done"]);

/** Whether a call has ended well and left nothing behind that should be seen. */
function mayFold(call: unknown, { declared, pinned }: PlanOptions): boolean {
  const [result, name] = [fieldIn(call, "result"), textIn(call, "toolName") ?? ""];
  if (result === undefined || fieldIn(call, "isError") === true || hasMedia(result) || SPEAKS.has(name)) return false;
  if (pinned.has(textIn(call, "toolCallId") ?? "")) return false;
  const { effect } = toolLook(name, declared);
  if (effect === "changes" || effect === "beyond") return false;
  return effect === "reads" || shellOutcome(result, fieldIn(call, "artifact")).isWell;
}
