import type { JsonObject } from "../json/json.ts";

/** Under which a context answers {@link runsUnasked}. */
export const RUNS_UNASKED = Symbol.for("toolwright.runs-unasked");

/** Under which a context answers {@link isOffered}. */
export const IS_OFFERED = Symbol.for("toolwright.is-offered");

/** Whether a call may name a tool where this one was made. True in a context that no runner has made. */
export function isOffered(context: object, toolName: string): boolean {
  const ask: unknown = Reflect.get(context, IS_OFFERED);
  return typeof ask !== "function" || ask(toolName) === true;
}

/**
 * Whether a call of another tool of the run would be allowed without a question. For a tool whose result shows
 * something that the other one is there to show. True in a context that no runner has made.
 */
export async function runsUnasked(context: object, toolName: string, args: JsonObject): Promise<boolean> {
  const ask: unknown = Reflect.get(context, RUNS_UNASKED);
  return typeof ask === "function" ? (await ask(toolName, args)) === true : true;
}
