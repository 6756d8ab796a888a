import type { Json, ToolMessage } from "@toolwright/core";
import { jsonIn } from "@toolwright/core/internal";
import { cutError, programError } from "./program-error.ts";

/** Of whom a result is one: `own`: the tool gives JSON itself, any other a text. */
export interface JsonResultOf {
  readonly own: boolean;
  readonly isByProgram: boolean;
}

/**
 * What came of a call of a tool that declares what its outputs are: each has to be JSON then, whoever made the call.
 * The server refuses any other text (recorded in vercel/ai, packages/openai, openai-output-schema-tool-error).
 * Undefined for a result of parts, of which the schema says nothing.
 */
export function jsonResult(message: ToolMessage, { own, isByProgram }: JsonResultOf): Json | undefined {
  const { content, is_error } = message;
  if (is_error === true) return programError(message);
  if (typeof content !== "string") return undefined;
  // What the runner has to say of a call stands in lines of its own under the result.
  const [result = ""] = own ? content.split("\n", 1) : [];
  const value = own ? jsonIn(result) : undefined;
  if (value !== undefined) return value;
  return own && isByProgram && /^[{[]/.test(result) ? cutError(content) : content;
}
