import type { LlmToolChoice } from "@toolwright/core";
import { z } from "zod";
import { COMMON_RULES, type FieldRules, isLabel, only, PASSED, refused, works } from "../request/fields.ts";

const text = z.looseObject({ type: z.literal("text"), text: z.string() });
const image = z.looseObject({ type: z.literal("image_url"), image_url: z.looseObject({ url: z.string() }) });
const content = z.union([z.string(), z.array(z.union([text, image]))]);
const said = z.union([
  z.string(),
  z.array(z.union([text, z.looseObject({ type: z.literal("refusal"), refusal: z.string() })])),
]);

const call = z.looseObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

const message = z.discriminatedUnion("role", [
  z.looseObject({ role: z.enum(["system", "developer"]), content }),
  z.looseObject({ role: z.literal("user"), content }),
  z.looseObject({ role: z.literal("assistant"), content: said.nullish(), tool_calls: z.array(call).nullish() }),
  z.looseObject({ role: z.literal("tool"), tool_call_id: z.string(), content }),
]);

/** A JSON Schema, as far as it can be seen here. */
export const jsonSchema = z
  .record(z.string(), z.json())
  .refine(({ type }) => type === undefined || typeof type === "string" || Array.isArray(type));

const functionTool = z.looseObject({
  type: z.literal("function"),
  function: z.looseObject({
    name: z.string(),
    description: z.string().nullish(),
    parameters: jsonSchema.nullish(),
  }),
});

/** Of another kind, which is left out. */
const otherTool = z.looseObject({ type: z.string().refine((type) => type !== "function") });

const toolChoice = z.union([
  z.enum(["none", "auto", "required"]),
  z.looseObject({ type: z.literal("function"), function: z.looseObject({ name: z.string() }) }),
]);

const responseFormat = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text") }),
  z.looseObject({ type: z.literal("json_object") }),
  z.looseObject({ type: z.literal("json_schema"), json_schema: z.looseObject({ schema: jsonSchema }) }),
]);

const sequence = z.string().min(1).max(1_000);

/** What is read of a request to `/v1/chat/completions`. What it has more is refused: see {@link COMPLETION_RULES}. */
export const completionBody = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1).max(10_000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  stop: z.union([sequence, z.array(sequence).max(16)]).nullish(),
  tools: z
    .array(z.union([functionTool, otherTool]))
    .max(1_000)
    .nullish(),
  tool_choice: toolChoice.nullish(),
  response_format: responseFormat.nullish(),
});

/** What becomes of each field of such a request. */
export const COMPLETION_RULES: FieldRules = {
  ...COMMON_RULES,
  ...Object.fromEntries(PASSED.map((name) => [name, works])),
  messages: works,
  max_tokens: works,
  max_completion_tokens: works,
  stop: works,
  response_format: works,
  reasoning_effort: works,
  verbosity: works,
  metadata: isLabel,
  n: only([1], "must be 1: one request has one answer."),
  store: only([false], "must be false: completions are not kept. POST /v1/responses keeps what it answers."),
  logprobs: only([false], "is not given here: leave it out."),
  modalities: only([["text"]], 'must be ["text"]: nothing else is answered.'),
  functions: refused('is the former name of "tools": send those.'),
  function_call: refused('is the former name of "tool_choice": send that.'),
};

export type CompletionBody = z.infer<typeof completionBody>;
export type FunctionTool = z.infer<typeof functionTool>;
export type CompletionMessage = z.infer<typeof message>;

/** A choice of tools without what else a client has written into it. */
export function toolChoiceOf({ tool_choice: choice }: CompletionBody): LlmToolChoice | undefined {
  if (choice == null || typeof choice === "string") return choice ?? undefined;
  return { type: "function", function: { name: choice.function.name } };
}
