import { toJson } from "../json/to-json.ts";
import { checkArgument } from "../options/check-options.ts";
import { aText } from "../options/option-rules.ts";
import { errorInfo } from "./failure.ts";
import { outputText } from "./output-text.ts";
import type { Part } from "./part.ts";
import { plainResult } from "./plain-result.ts";
import { type ResultJson, resultToJson } from "./result-json.ts";
import type { ToolResult } from "./tool-result.ts";

/**
 * A result that an error can be attached to, and that is written as JSON under other names. What it has more than a
 * `ToolResult` is hidden from `Object.keys`.
 */
export interface ChainedResult extends ToolResult {
  /** What the model reads, as text. */
  readonly forLLM: string;
  /** The attached error. */
  readonly err: unknown;
  /** Attaches the underlying error, for logs; the model hears of it only when it has nothing else to read. */
  withError(error: unknown): this;
  toJSON(): ResultJson;
}

/** What the model reads, and nothing else. */
export function toolResult(forModel: string): ChainedResult {
  return chained(said("toolResult", forModel));
}

/** Another name of {@link toolResult}. */
export const newToolResult = toolResult;

/** What the model reads; nothing is shown to the user. */
export function silentResult(forModel: string): ChainedResult {
  return chained({ ...said("silentResult", forModel), silent: true });
}

/** What the model reads now; the tool goes on in the background and a later result follows. */
export function asyncResult(forModel: string): ChainedResult {
  return chained({ ...said("asyncResult", forModel), async: true });
}

/** A failure that the model reads as it stands. The user is not told. */
export function errorResult(message: string): ChainedResult {
  return chained({
    ...said("errorResult", message),
    isError: true,
    error: errorInfo({ code: "execution_failed", message }),
  });
}

/** The same text for the model and the user. */
export function userResult(content: string): ChainedResult {
  return chained({ ...said("userResult", content), forUser: content });
}

/** {@link ChainedResult.withError} for any result. Changes the result that is given, and returns it. */
export function withError<R extends ToolResult>(result: R, error: unknown): R {
  const known = result.error;
  const attached = errorInfo({ ...(known ?? { code: "execution_failed", message: "" }), cause: error });
  return Object.assign(result, { error: attached });
}

/** Text that a tool returns as its output, such as another tool's. */
export function textOutput(text: string): ChainedResult {
  return chained(said("textOutput", text));
}

/**
 * A value that a tool returns as its output, whatever its form. `forModel`: what the model reads in its place, such as
 * an image of it.
 */
export function jsonOutput(value: unknown, forModel?: readonly Part[]): ChainedResult {
  const json = toJson(value);
  if (!json.ok) throw new TypeError(`The output cannot be written as JSON: ${json.problem}.`);
  return chained(plainResult({ type: "json", value: json.value, ...(forModel && { forModel }) }));
}

/** Text and images that a tool returns as its output. */
export function partsOutput(parts: readonly Part[]): ChainedResult {
  return chained(plainResult({ type: "parts", parts }));
}

/** A result of this text. With any other value it would be no result, but JSON of which a model reads every field. */
function said(helper: string, text: string): ToolResult {
  checkArgument(text, { of: `The text of ${helper}`, rule: aText });
  return plainResult({ type: "text", text });
}

/** Gives a result what a {@link ChainedResult} has more than it. */
export function chained(result: ToolResult): ChainedResult {
  const made: ChainedResult = {
    ...result,
    get forLLM() {
      return outputText(made.output);
    },
    get err() {
      return made.error?.cause;
    },
    withError: (error) => withError(made, error),
    toJSON: () => resultToJson(made),
  };
  for (const member of ["forLLM", "err", "withError", "toJSON"]) {
    Object.defineProperty(made, member, { enumerable: false });
  }
  return made;
}
