import { randomBytes } from "node:crypto";
import { createScrubber } from "@toolwright/core";
import { scrubMessage } from "@toolwright/core/internal";
import { type StoredSteer, StoreError } from "@toolwright/store";
import type { SteerAnswer, SteerList } from "@toolwright/view";
import { z } from "zod";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { chatMessage, newMessage } from "../chat/chat-body.ts";
import { answer, noSuchThread, refuse } from "../refuse.ts";

const FORM = {
  schema: z.strictObject({
    id: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
    message: chatMessage,
  }),
  error:
    "The body must be { id?, message }, where id has 1 to 64 letters, digits, - or _, and message is what /api/chat takes.",
};

/** `POST /api/threads/:id/steer`: what a person says while a run goes on; where none does, one begins with it. */
export async function steerThread(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const { store, threads, limits } = context;
  const read = await readBody(request, { ...FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  const message = newMessage(read.body);
  if (message === undefined) return refuse(400, FORM.error);
  const conversation = { channel: context.channel, chatId };
  const { id = randomBytes(12).toString("base64url") } = read.body;
  try {
    // It waits in the store, where no key has to be: the run masks what it knows besides.
    const masked = scrubMessage(message, createScrubber([]));
    const said = await store.steers.add(conversation, { messageId: id, message: masked });
    if (said === undefined) return noSuchThread();
    if (said.state === "waiting") await threads.steered(conversation);
    return answer(shownSteer(said), said.state === "waiting" ? 202 : 200);
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error;
    if (error.code === "limit") return refuse(429, error.message, { "retry-after": "5" });
    if (error.code === "too_large") return refuse(413, error.message);
    throw error;
  }
}

/** `GET /api/threads/:id/steer`: what waits and what was not sent, oldest first. */
export async function listSteers({ store, channel }: ServerContext, chatId: string): Promise<Response> {
  const conversation = { channel, chatId };
  if ((await store.threads.get(conversation)) === undefined) return noSuchThread();
  const list: SteerList = { messages: (await store.steers.list(conversation)).map(shownSteer) };
  return answer(list);
}

/** `DELETE /api/threads/:id/steer/:messageId`: takes a message back that no run has. */
export async function withdrawSteer(context: ServerContext, chatId: string, messageId: string): Promise<Response> {
  const conversation = { channel: context.channel, chatId };
  const said = await context.store.steers.withdraw(conversation, messageId);
  if (said === undefined) return refuse(404, "There is no such message in this thread.");
  if (said.state !== "withdrawn") return refuse(409, "The run has this message already.");
  return answer(shownSteer(said));
}

/** A message as a client sees it. */
export function shownSteer({ id, state, message, createdAt }: StoredSteer): SteerAnswer {
  const content = message?.role === "user" ? { content: message.content } : {};
  return { id, state, ...content, createdAt };
}
