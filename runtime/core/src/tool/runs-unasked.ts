import type { JsonObject } from "../json/json.ts";

/** Under which a context answers {@link runsUnasked}. */
export const RUNS_UNASKED = Symbol.for("toolwright.runs-unasked");

/**
 * Whether a call of another tool of the run would be allowed without a question. For a tool whose result shows
 * something that the other one is there to show. True in a context that no runner has made.
 */
export async function runsUnasked(context: object, toolName: string, args: JsonObject): Promise<boolean> {
  const ask: unknown = Reflect.get(context, RUNS_UNASKED);
  return typeof ask === "function" ? (await ask(toolName, args)) === true : true;
}
