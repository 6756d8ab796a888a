import { type Conversation, type JournalEvent, type Message, providerHistory } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { RunRequest, Store } from "@toolwright/store";
import { WEB } from "../../channels.ts";
import { readBody } from "../../guard/read-body.ts";
import { callIds } from "../../runs/call-ids.ts";
import type { Begun } from "../../runs/new-run.ts";
import { storedChoice, type WantedChoice, wrongChoice } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";
import { decide } from "../approvals/decide.ts";
import { callerOf } from "../caller-of.ts";
import { refuse, refuseRun } from "../refuse.ts";
import { streamRun } from "../stream-run.ts";
import { CHAT_FORM, type ChatBody, chatBody, newMessage } from "./chat-body.ts";
import { wrongIds } from "./client-history.ts";
import { findThread } from "./find-thread.ts";
import { KEY_FORM, requestOf, sameRun, threadFor } from "./same-request.ts";

/**
 * `POST /api/chat`: a new message, or a decision, for a thread; the run as a data stream. Without a thread one is made,
 * and `x-toolwright-thread` names it. The run goes on when the reader leaves, and the same request under the same
 * `Idempotency-Key` is answered by it.
 */
export async function chat(context: ServerContext, request: Request): Promise<Response> {
  const read = await readBody(request, { schema: chatBody, error: CHAT_FORM, limits: context.limits });
  if (!read.ok) return refuse(read.status, read.error);
  if (context.streams.isFull) return refuse(503, "Too many streams are open.", { "retry-after": "5" });
  const { body } = read;
  if (body.decision !== undefined) return continueWith(context, request, body);
  const message = newMessage(body);
  if (message === undefined) return refuse(400, CHAT_FORM);
  if (Object.keys(body.tools ?? {}).length > 0) return refuse(400, "Tools of the client are not run here; send none.");
  const wanted = requestOf(request, body);
  if (wanted === "wrong") return refuse(400, KEY_FORM);
  const again = await sameRun(context, request, wanted);
  if (again !== undefined) return again;
  const { model, effort, mode, activeTools } = body;
  const choice = { model, effort, mode, activeTools };
  const named = await namedThread(context, body, wanted);
  const refusal =
    (await wrongWish(context, named.threadId, choice)) ??
    (await wrongHistory(context, { ...body, threadId: named.threadId }));
  const response =
    refusal ?? (await begin(context, request, { ...named, newThreadId: body.newThreadId, message, choice, wanted }));
  if (named.isNew === true && named.threadId !== undefined && !response.ok) {
    await context.store.threads.delete({ channel: WEB, chatId: named.threadId });
  }
  return response;
}

/** What is asked for has to be there, and to go with what was chosen in this thread before. */
async function wrongWish(
  { agent, store }: ServerContext,
  threadId: string | undefined,
  choice: WantedChoice,
): Promise<Response | undefined> {
  const last = threadId === undefined ? {} : await storedChoice(store, agent, { channel: WEB, chatId: threadId });
  const wrong = wrongChoice(agent, choice, last);
  return wrong === undefined ? undefined : refuse(400, wrong);
}

interface NamedThread {
  readonly threadId: string | undefined;
  /** It was made for this message. */
  readonly isNew?: boolean;
}

/**
 * assistant-ui has ids of its own (`__DEFAULT_ID__`, `__LOCALID_…`), or none, and repeats what was said before: its
 * thread is the one in which that was said; where more was said after it, the message was edited or is tried again, and
 * a fork goes on.
 */
async function namedThread(
  context: ServerContext,
  { threadId, messages = [] }: ChatBody,
  wanted: RunRequest | undefined,
): Promise<NamedThread> {
  const isOurs = threadId !== undefined && !threadId.startsWith("__");
  if (isOurs || messages.length < 2) return { threadId: isOurs ? threadId : undefined };
  const found = await findThread(context.store, { channel: WEB, messages });
  if (found?.before === undefined) return { threadId: found?.id ?? threadId };
  const { id, before } = found;
  const name = wanted && { chatId: threadFor(wanted) };
  const fork = await context.store.threads.fork({ from: { channel: WEB, chatId: id }, before, ...name });
  return fork === undefined ? { threadId } : { threadId: fork.conversation.chatId, isNew: true };
}

/** A thread that the client names must be there, and what it repeats of it must be right. */
async function wrongHistory({ store }: ServerContext, { threadId, messages }: ChatBody): Promise<Response | undefined> {
  const conversation = threadId === undefined ? undefined : { channel: WEB, chatId: threadId };
  if (conversation !== undefined && (await store.threads.get(conversation)) === undefined) {
    return refuse(404, "There is no such thread; its id is what x-toolwright-thread said.");
  }
  if (messages === undefined || messages.length < 2) return undefined;
  const events: JournalEvent[] = [];
  if (conversation !== undefined) {
    for await (const event of store.journal(conversation).lastRun()) events.push(event);
  }
  const wrong = wrongIds(messages, callIds(providerHistory(events)));
  return wrong === undefined ? undefined : refuse(400, wrong);
}

interface Beginning {
  readonly threadId: string | undefined;
  /** What a thread is called that is made for this message. */
  readonly newThreadId: string | undefined;
  readonly message: Message;
  readonly choice: WantedChoice;
  /** What the request is named by, where it is to be heard once. */
  readonly wanted: RunRequest | undefined;
}

async function begin(
  context: ServerContext,
  request: Request,
  { threadId, newThreadId, message, choice, wanted }: Beginning,
): Promise<Response> {
  const { store, threads } = context;
  const conversation =
    threadId === undefined ? await madeThread(store, newThreadId, wanted) : { channel: WEB, chatId: threadId };
  if (conversation === undefined) {
    const again = await sameRun(context, request, wanted);
    return again ?? refuse(409, "There is a thread with this id; what began it has arrived.");
  }
  // What somebody goes on with is put away no more.
  if ((await store.threads.get(conversation))?.archived === true)
    await store.threads.mark(conversation, { archived: false });
  let begun: Begun | undefined;
  try {
    const caller = callerOf(request);
    begun = await threads.begin({
      conversation,
      message,
      caller,
      choice,
      givesTitle: true,
      ...present({ request: wanted }),
    });
  } finally {
    // One that is busy was begun by the same request, made twice at once.
    const isBusy = begun?.ok === false && (begun.why === "busy" || begun.why === "known");
    if (begun?.ok !== true && !isBusy && threadId === undefined) await store.threads.delete(conversation);
  }
  if (begun.ok) return streamRun(context, request, begun.followed);
  // What holds the thread may be this request, which another server has heard at the same time.
  return (await sameRun(context, request, wanted)) ?? refuseRun(begun.why);
}

/** Undefined where the client has begun it already, such as by a request whose answer it did not hear. */
async function madeThread(
  { threads }: Store,
  newThreadId: string | undefined,
  wanted: RunRequest | undefined,
): Promise<Conversation | undefined> {
  const chatId = newThreadId ?? (wanted && threadFor(wanted));
  const named = chatId === undefined ? undefined : { channel: WEB, chatId };
  const known = named && (await threads.get(named));
  // One without events was made by the same request, whose run has not begun yet, or never did.
  if (known !== undefined) return wanted !== undefined && known.lastSeq === 0 ? known.conversation : undefined;
  return (await threads.create({ channel: WEB, ...named })).conversation;
}

/** A decision, and what the run does with it. */
async function continueWith(context: ServerContext, request: Request, body: ChatBody): Promise<Response> {
  const { threadId, decision } = body;
  if (decision === undefined || threadId === undefined || body.message !== undefined || body.messages !== undefined)
    return refuse(400, CHAT_FORM);
  const conversation = { channel: WEB, chatId: threadId };
  const after = (await context.store.threads.get(conversation))?.lastSeq;
  if (after === undefined) return refuse(404, "There is no such thread.");
  const decided = await decide(context, { ...decision, chatId: threadId });
  if (!decided.ok) return decided.response;
  const followed = await context.threads.follow(conversation, after);
  if (followed === undefined) return new Response(null, { status: 204 });
  return streamRun(context, request, followed);
}
