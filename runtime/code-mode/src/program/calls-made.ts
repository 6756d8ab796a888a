import { isRefused, type JsonObject, type ToolResult } from "@toolwright/core";

/** A call that a program has made, as its end is told of. */
export interface CallMade {
  readonly tool: string;
  readonly isRead: boolean;
  /** Undefined while it is open. */
  came?: "ok" | "failed" | "refused" | "unknown";
  /** The program ended without it. */
  isLeft?: true;
  edited?: JsonObject;
}

/** How a call ended, in a word. */
export function cameTo(result: ToolResult): NonNullable<CallMade["came"]> {
  if (!result.isError) return "ok";
  const ran = hasRun(result);
  return ran === "no" ? "refused" : ran === "unknown" ? "unknown" : "failed";
}

/** Whether a call that failed took effect, as far as anybody knows. */
export function hasRun({ error, output }: ToolResult): "no" | "yes" | "unknown" {
  const code = error?.code ?? "execution_failed";
  if (code === "outcome_unknown") return "unknown";
  // Of a danger that a policy saw, and of one that a tool met, the words alone say which it was.
  const isJudged = code === "security_violation" && output.type === "text" && output.text.startsWith(`Error [${code}]`);
  return isRefused(code) || isJudged ? "no" : "yes";
}

const WORDS = { ok: "ok", failed: "failed", refused: "not run", unknown: "outcome unknown" } as const;

/** How many tools are named. */
const MOST_NAMED = 50;

/**
 * Which calls of a program that failed ran, in one sentence: `3 calls were made: list_expenses ×2 ok, pay ok (not
 * undone).` Writes are named as not undone, as nothing is taken back.
 */
export function whatRan(calls: readonly CallMade[]): string {
  return callsMade(calls, ({ came, isRead }) => (came === "ok" && !isRead ? " (not undone)" : ""));
}

/** Which calls a program made, in one sentence. */
export function callsMade(calls: readonly CallMade[], noteOf?: (call: CallMade) => string): string {
  if (calls.length === 0) return "No call was made.";
  const told = toldCalls(calls, noteOf);
  return `${calls.length} ${calls.length === 1 ? "call was" : "calls were"} made: ${told}.`;
}

/** Calls as they are told of: those of one tool that came to the same once, with their count. */
export function toldCalls(calls: readonly CallMade[], noteOf: (call: CallMade) => string = () => ""): string {
  const groups = new Map<string, { readonly call: CallMade; count: number }>();
  for (const call of calls) {
    const key = `${call.tool} ${call.came}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { call, count: 1 });
    else group.count += 1;
  }
  // What changed something is read first, for nobody knows where the text is cut.
  const sorted = [...groups.values()].toSorted((one, other) => Number(one.call.isRead) - Number(other.call.isRead));
  const told = sorted.slice(0, MOST_NAMED).map(({ call, count }) => {
    const times = count === 1 ? "" : ` ×${count}`;
    return `${call.tool}${times} ${WORDS[call.came ?? "unknown"]}${noteOf(call)}`;
  });
  if (sorted.length > MOST_NAMED) told.push(`and ${sorted.length - MOST_NAMED} others`);
  return told.join(", ");
}
