import { fieldIn, numberIn, textIn } from "@toolwright/view/internal";

/** What other parts of a message tell about a call. */
export interface CallNotes {
  /** What it printed while it ran: the end of it. */
  readonly output: string;
  /** Where the calls that were made inside it stand in the message. */
  readonly inner: readonly number[];
  /** Where a program made it, and whether it is one: the data of `tool-start`. */
  readonly start: unknown;
  /** Whether it was told that its tool has begun. */
  readonly isRunning: boolean;
  /** Whether its tool has not begun, as far as that is told: others come first. */
  readonly isQueued: boolean;
  readonly durationMs: number | undefined;
  /** How it ended, as far as its result does not tell: the data of `tool-end`. */
  readonly end: unknown;
  /** A question about it, where the part itself does not hold it: the data of `approval-request`. */
  readonly question: unknown;
  /** The data of `approval-decision`. */
  readonly decision: unknown;
  /** What came of it after it went on in the background: the data of `async-result`. */
  readonly late: unknown;
}

/** Characters of live output that are kept for each call; what came before is dropped. */
const KEPT = 100_000;

interface Collected {
  readonly chunks: string[];
  readonly inner: number[];
  isQueued?: boolean;
  isRunning?: boolean;
  start?: unknown;
  end?: unknown;
  question?: unknown;
  decision?: unknown;
  late?: unknown;
  notes?: CallNotes;
}

const NOTHING: CallNotes = collectedNotes({ chunks: [], inner: [] });

// One pass for all cards of a message, as often as the message changes.
const indexes = new WeakMap<readonly unknown[], ReadonlyMap<string, Collected>>();

/** What the parts of a message tell about one of its calls. */
export function callNotes(parts: readonly unknown[], toolCallId: string): CallNotes {
  let index = indexes.get(parts);
  if (index === undefined) indexes.set(parts, (index = indexOf(parts)));
  const collected = index.get(toolCallId);
  if (collected === undefined) return NOTHING;
  return (collected.notes ??= collectedNotes(collected));
}

/** Whether a part of a message is a call. */
export function isCall(part: unknown): boolean {
  return fieldIn(part, "type") === "tool-call";
}

function indexOf(parts: readonly unknown[]): ReadonlyMap<string, Collected> {
  const index = new Map<string, Collected>();
  const about = (toolCallId: string): Collected => {
    const known = index.get(toolCallId) ?? { chunks: [], inner: [] };
    index.set(toolCallId, known);
    return known;
  };
  for (const [place, part] of parts.entries()) {
    if (isCall(part)) {
      const parentId = textIn(part, "parentId");
      // A call that names itself would be shown inside itself, for ever.
      if (parentId !== undefined && parentId !== textIn(part, "toolCallId")) about(parentId).inner.push(place);
    } else if (fieldIn(part, "type") === "data") {
      const data = fieldIn(part, "data");
      const toolCallId = textIn(data, "toolCallId");
      if (toolCallId !== undefined) take(about(toolCallId), textIn(part, "name"), data);
    }
  }
  for (const toolCallId of callsThatWait(parts, index)) about(toolCallId).isQueued = true;
  return index;
}

/** Where a server tells which tools have begun, all others wait. Else it asks in the order of the calls. */
function callsThatWait(parts: readonly unknown[], index: ReadonlyMap<string, Collected>): string[] {
  if (![...index.values()].some(({ isRunning }) => isRunning)) return callsBehindQuestion(parts);
  const calls = parts.filter((part) => isCall(part) && fieldIn(part, "result") === undefined);
  return calls
    .map((part) => textIn(part, "toolCallId") ?? "")
    .filter((toolCallId) => index.get(toolCallId)?.isRunning !== true);
}

function callsBehindQuestion(parts: readonly unknown[]): string[] {
  const calls = parts.filter((part) => isCall(part) && textIn(part, "parentId") === undefined);
  const asking = calls.findIndex(isAsking);
  return asking === -1 ? [] : calls.slice(asking + 1).map((part) => textIn(part, "toolCallId") ?? "");
}

function isAsking(part: unknown): boolean {
  const approval = fieldIn(part, "approval");
  const isOpen = fieldIn(part, "result") === undefined && approval !== undefined;
  return isOpen && fieldIn(approval, "approved") === undefined && fieldIn(approval, "resolution") === undefined;
}

function take(collected: Collected, name: string | undefined, data: unknown): void {
  if (name === "tool-output") collected.chunks.push(textIn(data, "chunk") ?? "");
  if (name === "tool-start") collected.start = data;
  if (name === "tool-running") collected.isRunning = true;
  if (name === "tool-end") collected.end = data;
  if (name === "approval-request") ask(collected, data);
  if (name === "approval-decision" && fieldIn(data, "ignored") === undefined) collected.decision = data;
  if (name === "async-result") collected.late = data;
}

/** An answer to an earlier question about a call is none to another one. */
function ask(collected: Collected, question: unknown): void {
  if (textIn(collected.question, "approvalId") !== textIn(question, "approvalId")) collected.decision = undefined;
  collected.question = question;
}

function collectedNotes(collected: Collected): CallNotes {
  const { chunks, inner, isQueued = false, isRunning = false, start, end, question, decision, late } = collected;
  let output: string | undefined;
  return {
    // Put together only for a card that shows it: a message may hold a part for every line.
    get output() {
      return (output ??= lastOf(chunks));
    },
    inner,
    start,
    isRunning,
    isQueued,
    durationMs: numberIn(end, "durationMs"),
    end,
    question,
    decision,
    late,
  };
}

function lastOf(chunks: readonly string[]): string {
  let length = 0;
  let first = chunks.length;
  while (first > 0 && length < KEPT) {
    first -= 1;
    length += chunks[first]?.length ?? 0;
  }
  return chunks.slice(first).join("").slice(-KEPT);
}
