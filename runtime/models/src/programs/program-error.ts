import { isRefused, type Json, type JsonSchema, type ToolMessage } from "@toolwright/core";
import { contentText, isFields } from "@toolwright/core/internal";

const FAILED: JsonSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        ran: { enum: ["no", "yes", "unknown"] },
      },
      required: ["code", "message", "ran"],
    },
  },
  required: ["error"],
};

/**
 * What a program of OpenAI is given by a tool: what its schema says, a text where it has none, or a failure. A promise
 * in such a program cannot be rejected, so that a failure is a value (recorded in vercel/ai, packages/openai,
 * programmatic-tool-calling-denied.json).
 */
export function orFailure(schema: unknown): JsonSchema {
  if (!isFields(schema)) return { anyOf: [{ type: "string" }, FAILED] };
  const { $defs, definitions, $schema: _dialect, ...own } = schema;
  // What a reference names is looked for from the root.
  const shared = { ...($defs === undefined ? {} : { $defs }), ...(definitions === undefined ? {} : { definitions }) };
  const isRecursive = JSON.stringify(own).includes('"$ref":"#"');
  return JSON.parse(JSON.stringify({ ...shared, anyOf: [isRecursive ? {} : own, FAILED] }));
}

/** The failure that a message tells, in that form. `ran`: whether the call took effect, as far as anybody knows. */
export function programError({ content, error_code: known }: ToolMessage): Json {
  const text = contentText(content);
  const { head, said = text } = HEADED.exec(text)?.groups ?? {};
  const hasNotRun = head !== undefined || (known !== undefined && isRefused(known));
  const ran = known === "outcome_unknown" ? "unknown" : hasNotRun ? "no" : "yes";
  return { error: { code: known ?? head ?? "execution_failed", message: said, ran } };
}

/** A failure begins with its code where the call did not run. */
const HEADED = /^Error (?:\[(?<head>\w+)\]|executing tool): (?<said>[\s\S]*)$/;

/** What stands in place of a result that is no JSON any more, where a program counts on JSON. */
export function cutError(text: string): Json {
  const message = `The result is longer than what a model reads, and was cut: ${text.slice(0, 500)}`;
  return { error: { code: "output_too_large", message, ran: "yes" } };
}
