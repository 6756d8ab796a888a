import type { Message } from "@toolwright/core";
import { z } from "zod";
import { decisionBody } from "../approvals/decision-body.ts";

/** Longest text of one part, in characters: a message is not a file. */
const MAX_TEXT = 1_000_000;

const IMAGE = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/]+={0,2})$/;

const part = z.union([
  z.looseObject({ type: z.literal("text"), text: z.string().max(MAX_TEXT) }),
  z.looseObject({ type: z.literal("image"), image: z.string().regex(IMAGE) }),
]);

const userMessage = z.looseObject({
  role: z.literal("user"),
  content: z.union([z.string().min(1).max(MAX_TEXT), z.array(part).min(1).max(100)]),
});

/** What a user says, as a client writes it. */
export const chatMessage = z.union([z.string().min(1).max(MAX_TEXT), userMessage]);

/** What a client may call a thread that it begins: nobody can guess it, or meets it by chance. */
const NEW_THREAD = /^[A-Za-z0-9-]{32,64}$/;

/** assistant-ui sends more than this; what concerns the server is here. */
export const chatBody = z.looseObject({
  threadId: z.string().min(1).max(200).optional(),
  newThreadId: z.string().regex(NEW_THREAD).optional(),
  message: chatMessage.optional(),
  messages: z
    .array(z.looseObject({ role: z.string() }))
    .max(10_000)
    .optional(),
  decision: z.strictObject({ approvalId: z.string().min(1).max(200), ...decisionBody.shape }).optional(),
  model: z.string().max(200).nullish(),
  effort: z.string().max(200).nullish(),
  mode: z.string().max(200).nullish(),
  activeTools: z.array(z.string().max(200)).max(1_000).nullish(),
  tools: z.record(z.string(), z.unknown()).or(z.array(z.unknown())).optional(),
});

export type ChatBody = z.infer<typeof chatBody>;

export const CHAT_FORM =
  "The body must be { threadId?, newThreadId?, message, model?, effort?, mode?, activeTools? } or { threadId, decision }; " +
  "message is a text of 1 to 1,000,000 characters, or { role, content } of a user.";

/** What the user says now; undefined when there is nothing, or not exactly one thing. */
export function newMessage({ message, messages }: Pick<ChatBody, "message" | "messages">): Message | undefined {
  if (message !== undefined && messages !== undefined) return undefined;
  if (typeof message === "string") return { role: "user", content: message };
  return userMessageOf(message ?? messages?.at(-1));
}

/** A message of a user as a client writes it; undefined for anything else. */
export function userMessageOf(message: unknown): Message | undefined {
  const parsed = userMessage.safeParse(message);
  if (!parsed.success) return undefined;
  const { content } = parsed.data;
  return { role: "user", content: typeof content === "string" ? content : content.map(partOf) };
}

function partOf(given: z.infer<typeof part>) {
  if (given.type === "text") return { type: "text", text: given.text } as const;
  const [, mediaType = "", data = ""] = IMAGE.exec(given.image) ?? [];
  return { type: "image", mediaType, data } as const;
}
