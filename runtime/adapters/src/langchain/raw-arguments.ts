import { isFields, isJsonObject } from "@toolwright/core/internal";
import { held } from "../shared/held-text.ts";

/** What `createMiddleware` of `langchain` takes. */
export interface RawArgumentsMiddleware {
  name: string;
  wrapModelCall<Q, A>(request: Q, handler: (request: Q) => A | Promise<A>): Promise<A>;
}

/**
 * A middleware for `createAgent`: `createMiddleware(rawArguments(tools))`. Calls of these tools that LangChain's models
 * could not read go to the runner's reader, which mends them, or refuses them in words that a model can use. Without it
 * they end the run.
 */
export function rawArguments(tools: readonly { readonly name: string }[]): RawArgumentsMiddleware {
  const names = new Set<unknown>(tools.map(({ name }) => name));
  return {
    name: "ToolwrightRawArguments",
    wrapModelCall: async (request, handler) => {
      const answer = await handler(request);
      mend(answer, names);
      return answer;
    },
  };
}

/** Moves what is ours from the calls that could not be read to those that are made. */
function mend(answer: unknown, names: ReadonlySet<unknown>): void {
  if (typeof answer !== "object" || answer === null) return;
  const { tool_calls: calls = [], invalid_tool_calls: unread } = fieldsOf(answer);
  if (!Array.isArray(unread) || !Array.isArray(calls)) return;
  const made = unread.flatMap((call) => callOf(call, names));
  if (made.length === 0) return;
  Object.assign(answer, {
    tool_calls: [...calls, ...made],
    invalid_tool_calls: unread.filter((call) => callOf(call, names).length === 0),
  });
}

function callOf(call: unknown, names: ReadonlySet<unknown>) {
  const { id, name, args } = fieldsOf(call);
  if (typeof id !== "string" || typeof args !== "string" || !names.has(name)) return [];
  const value: unknown = JSON.parse(held(args));
  return isJsonObject(value) ? [{ id, name, args: value, type: "tool_call" as const }] : [];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {};
}
