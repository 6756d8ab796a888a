import type { Conversation } from "@toolwright/core";
import type { Thread } from "@toolwright/store";
import type { StopAnswer } from "@toolwright/view";
import { WEB } from "../../channels.ts";
import type { ServerContext } from "../../server-context.ts";
import { uiMessageStream } from "../../streams/ui-message-stream.ts";
import { answer, refuse } from "../refuse.ts";
import { streamAs } from "../stream-run.ts";

/** Threads, the last used first, among which a run under way is looked for: it is one of the newest. */
const NEWEST = 200;

/**
 * `GET /api/chat/:id/stream`: the run that is under way in a conversation by the client's own name for it, from its
 * beginning, as AI SDK's `resumeStream` reads it; 204 where there is none.
 */
export async function resumeChat(context: ServerContext, id: string): Promise<Response> {
  if (context.streams.isFull) return refuse(503, "Too many streams are open.", { "retry-after": "5" });
  const conversation = await atWork(context, id);
  const followed = conversation && (await context.threads.follow(conversation));
  if (followed === undefined) return new Response(null, { status: 204 });
  return streamAs(context, { followed, encoder: uiMessageStream() });
}

/** `POST /api/chat/:id/stop`: ends that run, whichever process runs it. */
export async function stopChat(context: ServerContext, id: string): Promise<Response> {
  const conversation = await atWork(context, id);
  const stopped: StopAnswer = { stopped: conversation !== undefined && (await context.threads.stop(conversation)) };
  return answer(stopped);
}

/** The thread of that name, or a fork in which a changed message has gone on, with an open run. */
async function atWork({ store }: ServerContext, id: string): Promise<Conversation | undefined> {
  const named = await store.threads.get({ channel: WEB, chatId: id });
  if (named !== undefined && named.status !== "idle") return named.conversation;
  const { threads } = await store.threads.list({ channel: WEB, limit: NEWEST });
  return threads.find((thread) => thread.status !== "idle" && isForkOf(thread, id, threads))?.conversation;
}

function isForkOf(thread: Thread, id: string, threads: readonly Thread[]): boolean {
  const seen = new Set<string>();
  let from = thread.forkedFrom?.conversation.chatId;
  while (from !== undefined && from !== id && !seen.has(from)) {
    seen.add(from);
    const parent = from;
    from = threads.find(({ conversation }) => conversation.chatId === parent)?.forkedFrom?.conversation.chatId;
  }
  return from === id;
}
