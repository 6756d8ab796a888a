import { z } from "zod";

const text = z.looseObject({ type: z.literal("text"), text: z.string() });
const image = z.looseObject({ type: z.literal("image_url"), image_url: z.looseObject({ url: z.string() }) });
const content = z.union([z.string(), z.array(z.union([text, image]))]);

const call = z.looseObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

const message = z.discriminatedUnion("role", [
  z.looseObject({ role: z.enum(["system", "developer"]), content }),
  z.looseObject({ role: z.literal("user"), content }),
  z.looseObject({ role: z.literal("assistant"), content: content.nullish(), tool_calls: z.array(call).optional() }),
  z.looseObject({ role: z.literal("tool"), tool_call_id: z.string(), content }),
]);

/** What is read of a request to `/v1/chat/completions`; what else OpenAI's clients send changes nothing here. */
export const completionBody = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1).max(10_000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  n: z.literal(1).nullish(),
  tools: z.array(z.unknown()).nullish(),
  /** What `tools` were called before. */
  functions: z.array(z.unknown()).nullish(),
});

export type CompletionBody = z.infer<typeof completionBody>;
export type CompletionMessage = z.infer<typeof message>;
