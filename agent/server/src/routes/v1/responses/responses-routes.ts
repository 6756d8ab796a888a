import { setTimeout as pause } from "node:timers/promises";
import { endConversation } from "../../../runs/end-conversation.ts";
import type { ServerContext } from "../../../server-context.ts";
import { answer } from "../../refuse.ts";
import { refuseV1 } from "../errors.ts";
import { readResponse } from "./response-history.ts";
import { conversationOf, forgetResponse } from "./stored-response.ts";

/** Milliseconds that a run has to end when its response is cancelled. */
const PATIENCE_MS = 5_000;

/** `GET /v1/responses/:id`: a response as it is now. */
export async function getResponse({ store }: ServerContext, request: Request, id: string): Promise<Response> {
  const read = await readResponse(store, id);
  if (read === undefined) return missing(id);
  if (new URL(request.url).searchParams.get("stream") === "true") {
    return refuseV1(400, '"stream" is not taken here: ask again until the status is another one.', { param: "stream" });
  }
  return answer(read.response);
}

/** `DELETE /v1/responses/:id`: the last response of a conversation takes its journal along. */
export async function deleteResponse(context: ServerContext, id: string): Promise<Response> {
  const read = await readResponse(context.store, id);
  if (read === undefined) return missing(id);
  const isOpen = read.response.status === "in_progress";
  if (isOpen || !(await forgetResponse(context.store, id, read.about))) {
    return refuseV1(409, "The response is still under way; cancel it first.");
  }
  const conversation = conversationOf(read.about);
  if ((await context.store.threads.get(conversation)) === undefined) {
    context.recent.take(conversation);
    await endConversation(context, conversation);
  }
  return answer({ id, object: "response", deleted: true });
}

/** `POST /v1/responses/:id/cancel`: stops the run of a response, whichever server runs it. */
export async function cancelResponse(context: ServerContext, id: string): Promise<Response> {
  const read = await readResponse(context.store, id);
  if (read === undefined) return missing(id);
  const { status } = read.response;
  if (status === "cancelled") return answer(read.response);
  if (status !== "in_progress") return refuseV1(400, `A response that is ${status} cannot be cancelled.`);
  await context.threads.stop(conversationOf(read.about));
  return (await whenEnded(context, id)) ?? missing(id);
}

async function whenEnded({ store }: ServerContext, id: string): Promise<Response | undefined> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const read = await readResponse(store, id);
    const isOver = read?.response.status !== "in_progress" || performance.now() > until;
    if (isOver) return read && answer(read.response);
    await pause(20);
  }
}

function missing(id: string): Response {
  return refuseV1(404, `Response with id '${id.slice(0, 100)}' not found.`);
}
