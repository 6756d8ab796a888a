import type { Message } from "@toolwright/core";
import { z } from "zod";

const one = z.strictObject({ message: z.string().min(1) });

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const message = z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(part)]) });
const all = z.looseObject({ messages: z.array(message).max(10_000) });

/**
 * What a page sends: `{ message }`, or all messages as `useDataStreamRuntime` of assistant-ui sends them. Of these only
 * what was said counts: a page could make up a system text, or what a tool gave. Undefined for anything else.
 */
export function readChat(given: unknown): readonly Message[] | undefined {
  const single = one.safeParse(given);
  if (single.success) return [{ role: "user", content: single.data.message }];
  const messages = all.safeParse(given).data?.messages.flatMap(said);
  return messages?.at(-1)?.role === "user" ? messages : undefined;
}

function said({ role, content }: z.infer<typeof message>): readonly Message[] {
  const text = typeof content === "string" ? content : content.map((each) => each.text ?? "").join("");
  return (role === "user" || role === "assistant") && text !== "" ? [{ role, content: text }] : [];
}
