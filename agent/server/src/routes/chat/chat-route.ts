import type { RunRequest } from "@toolwright/store";
import { z } from "zod";
import { checkBody, readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { refusalOf } from "../../users/rights.ts";
import { storedName, storedRequest, threadNamed } from "../../users/stored-name.ts";
import { decide } from "../approvals/decide.ts";
import { noSuchThread, refuse } from "../refuse.ts";
import { type StreamRun, streamRun } from "../stream-run.ts";
import { beginChat, choiceOf } from "./begin-chat.ts";
import { CHAT_FORM, type ChatBody, chatBody, newMessage } from "./chat-body.ts";
import { agUiTurn, isAgUiBody } from "./clients/ag-ui-body.ts";
import { asRunError } from "./clients/as-run-error.ts";
import { clientId } from "./clients/client-id.ts";
import { takeTurn } from "./clients/client-turn.ts";
import { isUiMessageBody, uiMessageTurn } from "./clients/ui-message-body.ts";
import { findThread } from "./find-thread.ts";
import { KEY_FORM, requestOf, sameRun, threadFor } from "./same-request.ts";

/** Made once: a schema is compiled when it checks first. */
const anyObject = z.looseObject({});

/**
 * `POST /api/chat`: a new message, or a decision, for a thread; the run as a data stream. Without a thread one is made,
 * and `x-toolwright-thread` names it. The run goes on when the reader leaves, and the same request under the same
 * `Idempotency-Key` is answered by it.
 */
export async function chat(context: ServerContext, request: Request): Promise<Response> {
  const sent = await readBody(request, { schema: anyObject, error: CHAT_FORM, limits: context.limits });
  if (!sent.ok) return refuse(sent.status, sent.error);
  if (context.streams.isFull) return refuse(503, "Too many streams are open.", { "retry-after": "5" });
  if (isUiMessageBody(sent.body)) return takeTurn(context, request, uiMessageTurn(request, sent.body));
  if (isAgUiBody(sent.body)) return asRunError(await takeTurn(context, request, agUiTurn(request, sent.body)));
  const read = checkBody(sent.body, { schema: chatBody, error: CHAT_FORM });
  if (!read.ok) return refuse(read.status, read.error);
  const body = await withStoredNames(context, read.body);
  const stream: StreamRun = (followed) => streamRun(context, request, followed);
  if (body.decision !== undefined) return continueWith(context, request, body);
  if (!context.may.run) return refuse(403, refusalOf(["run"]));
  const message = newMessage(body);
  if (message === undefined) return refuse(400, CHAT_FORM);
  if (Object.keys(body.tools ?? {}).length > 0) return refuse(400, "Tools of the client are not run here; send none.");
  const wanted = storedRequest(context, requestOf(request, body));
  if (wanted === "wrong") return refuse(400, KEY_FORM);
  const again = await sameRun(context, wanted, stream);
  if (again !== undefined) return again;
  const { newThreadId, messages: repeated = [] } = body;
  const named = await namedThread(context, body, wanted);
  const said = { message, repeated, choice: choiceOf(body), wanted, stream };
  return beginChat(context, request, { newThreadId, ...named, ...said });
}

/** Threads by their names in the store; a thread that is not there keeps the name that the client gave. */
async function withStoredNames(context: ServerContext, body: ChatBody): Promise<ChatBody> {
  if (context.person === undefined) return body;
  const { threadId, newThreadId } = body;
  const stored = threadId && ((await threadNamed(context, threadId)) ?? threadId);
  return { ...body, threadId: stored, newThreadId: newThreadId && storedName(context, newThreadId) };
}

interface NamedThread {
  readonly threadId: string | undefined;
  /** It was made for this message. */
  readonly isNew?: boolean;
  /** What the client calls one that is to be made. */
  readonly newThreadId?: string;
}

/**
 * assistant-ui has ids of its own (`__DEFAULT_ID__`, `__LOCALID_…`), or none, and repeats what was said before: its
 * thread is the one in which that was said; where more was said after it, the message was edited or is tried again, and
 * a fork goes on. An app that keeps a list of threads has names for them before the server has, as other front ends do.
 */
async function namedThread(
  context: ServerContext,
  { threadId, messages = [] }: ChatBody,
  wanted: RunRequest | undefined,
): Promise<NamedThread> {
  const isOurs = threadId !== undefined && !threadId.startsWith("__");
  const isNew = isOurs && messages.length === 1 && clientId.safeParse(threadId).success;
  if (isNew && (await context.store.threads.get({ channel: context.channel, chatId: threadId })) === undefined)
    return { threadId: undefined, newThreadId: storedName(context, threadId) };
  if (isOurs || messages.length < 2) return { threadId: isOurs ? threadId : undefined };
  const found = await findThread(context.store, { channel: context.channel, messages });
  if (found?.before === undefined) return { threadId: found?.id ?? threadId };
  const { id, before } = found;
  const name = wanted && { chatId: threadFor(wanted) };
  const fork = await context.store.threads.fork({ from: { channel: context.channel, chatId: id }, before, ...name });
  return fork === undefined ? { threadId } : { threadId: fork.conversation.chatId, isNew: true };
}

/** A decision, and what the run does with it. */
async function continueWith(context: ServerContext, request: Request, body: ChatBody): Promise<Response> {
  const { threadId, decision } = body;
  if (decision === undefined || threadId === undefined || body.message !== undefined || body.messages !== undefined)
    return refuse(400, CHAT_FORM);
  const conversation = { channel: context.channel, chatId: threadId };
  const after = (await context.store.threads.get(conversation))?.lastSeq;
  if (after === undefined) return noSuchThread();
  const decided = await decide(context, { ...decision, chatId: threadId });
  if (!decided.ok) return decided.response;
  const followed = await context.threads.follow(conversation, after);
  if (followed === undefined) return new Response(null, { status: 204 });
  return streamRun(context, request, followed);
}
