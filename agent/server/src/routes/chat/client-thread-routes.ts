import type { Conversation } from "@toolwright/core";
import type { Thread } from "@toolwright/store";
import type { StopAnswer } from "@toolwright/view";
import type { ServerContext } from "../../server-context.ts";
import { uiMessageStream } from "../../streams/ui-message-stream.ts";
import { uiMessages } from "../../streams/ui-messages.ts";
import { threadNamed } from "../../users/stored-name.ts";
import { answer, refuse } from "../refuse.ts";
import { streamAs } from "../stream-run.ts";
import { newestRuns } from "./newest-runs.ts";

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

/**
 * `GET /api/chat/:id/messages`: the newest of that conversation as AI SDK's `useChat` takes them; none of one that has
 * not begun. Where a changed message has gone on in a fork, that is the conversation.
 */
export async function listChatMessages(context: ServerContext, id: string): Promise<Response> {
  const thread = (await threadsOf(context, id))[0];
  if (thread === undefined) return Response.json([], { headers: { "cache-control": "no-store" } });
  const { conversation, lastSeq: seq } = thread;
  const messages = await newestRuns(context.store.journal(conversation), seq);
  const shown = uiMessages(messages, { threadId: conversation.chatId, seq });
  return Response.json(shown, { headers: { "cache-control": "no-store" } });
}

/** `POST /api/chat/:id/stop`: ends that run, whichever process runs it. */
export async function stopChat(context: ServerContext, id: string): Promise<Response> {
  const conversation = await atWork(context, id);
  const stopped: StopAnswer = { stopped: conversation !== undefined && (await context.threads.stop(conversation)) };
  return answer(stopped);
}

/** The one of them that has an open run. */
async function atWork(context: ServerContext, id: string): Promise<Conversation | undefined> {
  return (await threadsOf(context, id)).find(({ status }) => status !== "idle")?.conversation;
}

/** The thread of that name, and forks in which changed messages have gone on, the last used first. */
async function threadsOf(context: ServerContext, name: string): Promise<readonly Thread[]> {
  const { store, channel } = context;
  const id = (await threadNamed(context, name)) ?? name;
  const named = await store.threads.get({ channel, chatId: id });
  const { threads } = await store.threads.list({ channel, limit: NEWEST });
  const all = threads.filter((thread) => thread.conversation.chatId === id || isForkOf(thread, id, threads));
  const isListed = all.some(({ conversation }) => conversation.chatId === id);
  return isListed || named === undefined ? all : [...all, named];
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
