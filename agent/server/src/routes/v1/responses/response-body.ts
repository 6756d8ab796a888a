import type { LlmToolChoice } from "@toolwright/core";
import { z } from "zod";
import { jsonSchema } from "../completions/completion-body.ts";
import { COMMON_RULES, type FieldRules, isLabel, only, PASSED, refused, works } from "../request/fields.ts";

/** An id that this server gave, or any other short text. */
const id = z.string().min(1).max(200);

const tool = z.looseObject({
  type: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  parameters: jsonSchema.nullish(),
});

const toolChoice = z.union([
  z.enum(["none", "auto", "required"]),
  z.looseObject({ type: z.literal("function"), name: z.string() }),
]);

const format = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text") }),
  z.looseObject({ type: z.literal("json_object") }),
  z.looseObject({ type: z.literal("json_schema"), name: z.string().nullish(), schema: jsonSchema }),
]);

/** What is read of a request to `/v1/responses`. What it has more is refused: see {@link RESPONSE_RULES}. */
export const responseBody = z.looseObject({
  model: z.string().nullish(),
  input: z.union([z.string(), z.array(z.looseObject({})).max(10_000)]).nullish(),
  instructions: z.string().nullish(),
  previous_response_id: id.nullish(),
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  background: z.boolean().nullish(),
  tools: z.array(tool).max(1_000).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z.looseObject({ format: format.nullish(), verbosity: z.string().nullish() }).nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_output_tokens: z.int().positive().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  truncation: z.enum(["auto", "disabled"]).nullish(),
});

/** What becomes of each field of such a request. */
export const RESPONSE_RULES: FieldRules = {
  ...COMMON_RULES,
  ...Object.fromEntries(PASSED.map((name) => [name, works])),
  input: works,
  instructions: works,
  previous_response_id: works,
  store: works,
  background: works,
  text: works,
  reasoning: works,
  max_output_tokens: works,
  // Whether old results are trimmed is this server's business: its runs are long.
  truncation: isLabel,
  include: (value) => {
    const known = Array.isArray(value) && value.every((wanted) => wanted === "reasoning.encrypted_content");
    return known ? undefined : 'may hold "reasoning.encrypted_content" only: nothing else can be included here.';
  },
  conversation: refused('is not kept here: go on with "previous_response_id".'),
  prompt: refused('names a template, and there are none here: send "instructions" and "input".'),
  max_tool_calls: refused("is not counted here: leave it out."),
  context_management: refused("is this server's own business: leave it out."),
  top_logprobs: only([0], "is not given here: leave it out."),
};

export type ResponseBody = z.infer<typeof responseBody>;

/** A choice of tools without what else a client has written into it. */
export function responseChoiceOf({ tool_choice: choice }: ResponseBody): LlmToolChoice | undefined {
  if (choice == null || typeof choice === "string") return choice ?? undefined;
  return { type: "function", function: { name: choice.name } };
}

/** Whether the answer has to be JSON. */
export function isFormWanted({ text }: ResponseBody): boolean {
  return text?.format != null && text.format.type !== "text";
}
