import type { CallPart } from "../thread/draft-call.ts";

/** What a call of a run under way is doing. */
export type CallState = "arriving" | "asking" | "running" | "over";

const whole = new WeakMap<CallPart, boolean>();

export function callState(part: CallPart): CallState {
  if (part.result !== undefined) return "over";
  const { approval } = part;
  if (approval !== undefined && approval.approved === undefined && approval.resolution === undefined) return "asking";
  return hasAllArguments(part) ? "running" : "arriving";
}

/** Arguments are whole when they are JSON. Parts do not change, so each is read once. */
function hasAllArguments(part: CallPart): boolean {
  const known = whole.get(part);
  if (known !== undefined) return known;
  const isWhole = isJson(part.argsText ?? "");
  whole.set(part, isWhole);
  return isWhole;
}

function isJson(text: string): boolean {
  if (!text.trimEnd().endsWith("}")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
