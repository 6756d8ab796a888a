import { errorInfo } from "./failure.ts";
import { type ResultJson, resultToJson } from "./result-json.ts";
import type { ToolResult } from "./tool-result.ts";

/** A result that an error can be attached to, and that is written as JSON in 004's form. Both methods are hidden from `Object.keys`. */
export interface ChainedResult extends ToolResult {
  /** Attaches the underlying error, for logs; the model hears of it only when it has nothing else to read. */
  withError(error: unknown): this;
  toJSON(): ResultJson;
}

/** What the model reads, and nothing else. */
export function toolResult(forModel: string): ChainedResult {
  return chained(textResult(forModel));
}

/** 004's name of {@link toolResult}. */
export const newToolResult = toolResult;

/** What the model reads; nothing is shown to the user. */
export function silentResult(forModel: string): ChainedResult {
  return chained({ ...textResult(forModel), silent: true });
}

/** What the model reads now; the tool goes on in the background and a later result follows. */
export function asyncResult(forModel: string): ChainedResult {
  return chained({ ...textResult(forModel), async: true });
}

/** A failure that the model reads as it stands. The user is not told. */
export function errorResult(message: string): ChainedResult {
  return chained({
    ...textResult(message),
    isError: true,
    error: errorInfo({ code: "execution_failed", message }),
  });
}

/** The same text for the model and the user. */
export function userResult(content: string): ChainedResult {
  return chained({ ...textResult(content), forUser: content });
}

/** {@link ChainedResult.withError} for any result. Changes the result that is given, and returns it. */
export function withError<R extends ToolResult>(result: R, error: unknown): R {
  const known = result.error;
  const attached = errorInfo({ ...(known ?? { code: "execution_failed", message: "" }), cause: error });
  return Object.assign(result, { error: attached });
}

/** Gives a result the two methods of {@link ChainedResult}. */
export function chained(result: ToolResult): ChainedResult {
  const made: ChainedResult = {
    ...result,
    withError: (error) => withError(made, error),
    toJSON: () => resultToJson(made),
  };
  for (const method of ["withError", "toJSON"]) Object.defineProperty(made, method, { enumerable: false });
  return made;
}

function textResult(text: string): ToolResult {
  return { output: { type: "text", text }, silent: false, isError: false, async: false };
}
