import { setTimeout as pause } from "node:timers/promises";
import { endConversation } from "../../../runs/end-conversation.ts";
import type { ServerContext } from "../../../server-context.ts";
import { answer } from "../../refuse.ts";
import { refuseV1 } from "../errors.ts";
import { readResponse } from "./response-history.ts";
import { conversationOf, findResponse, forgetResponse, type StoredResponse } from "./stored-response.ts";

/** Milliseconds that a run has to end when its response is cancelled. */
const PATIENCE_MS = 5_000;

/** `GET /v1/responses/:id`: a response as it is now. */
export async function getResponse(context: ServerContext, request: Request, id: string): Promise<Response> {
  const about = await findResponse(context.store, id);
  if (about === undefined) return missing(id);
  if (new URL(request.url).searchParams.get("stream") === "true") {
    return refuseV1(400, '"stream" is not taken here: ask again until the status is another one.', { param: "stream" });
  }
  return answer((await readResponse(context.store, id, about)).response());
}

/** `DELETE /v1/responses/:id`: the last response of a conversation takes its journal along. */
export async function deleteResponse(context: ServerContext, id: string): Promise<Response> {
  const about = await findResponse(context.store, id);
  if (about === undefined) return missing(id);
  if (!(await forgetResponse(context.store, id, about))) {
    return refuseV1(409, "The response is still under way; cancel it first.");
  }
  const conversation = conversationOf(about);
  if ((await context.store.threads.get(conversation)) === undefined) {
    context.recent.take(conversation);
    await endConversation(context, conversation);
  }
  return answer({ id, object: "response", deleted: true });
}

/** `POST /v1/responses/:id/cancel`: stops the run of a response, whichever server runs it. */
export async function cancelResponse(context: ServerContext, id: string): Promise<Response> {
  const about = await findResponse(context.store, id);
  if (about === undefined) return missing(id);
  const before = (await readResponse(context.store, id, about)).response();
  if (before.status === "cancelled") return answer(before);
  if (before.status !== "in_progress") return refuseV1(400, `A response that is ${before.status} cannot be cancelled.`);
  await context.threads.stop(conversationOf(about));
  return answer(await whenEnded(context, id, about));
}

async function whenEnded({ store }: ServerContext, id: string, about: StoredResponse): Promise<object> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = (await readResponse(store, id, about)).response();
    if (response.status !== "in_progress" || performance.now() > until) return response;
    await pause(20);
  }
}

function missing(id: string): Response {
  return refuseV1(404, `Response with id '${id.slice(0, 100)}' not found.`);
}
