import type { Message } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { RunRequest, Thread } from "@toolwright/store";
import { callIds } from "../../runs/call-ids.ts";
import type { Begun, NewRun } from "../../runs/new-run.ts";
import { storedChoice, type WantedChoice, wrongChoice } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";
import { callerOf } from "../caller-of.ts";
import { refuse, refuseRun } from "../refuse.ts";
import type { StreamRun } from "../stream-run.ts";
import type { ChatBody } from "./chat-body.ts";
import { wrongIds } from "./client-history.ts";
import { sameRun, sameRunSoon, threadFor } from "./same-request.ts";

/** A message that a run begins with. */
export interface ChatBeginning {
  readonly threadId: string | undefined;
  /** The thread was made for this message: it goes where no run begins. */
  readonly isNew?: boolean;
  /** What the client repeats of the thread that it names. Left out: the thread is known to be there. */
  readonly repeated?: NonNullable<ChatBody["messages"]>;
  /** What a thread is called that is made for this message. */
  readonly newThreadId: string | undefined;
  readonly message: Message;
  readonly choice: WantedChoice;
  /** What the request is named by, where it is to be heard once. */
  readonly wanted: RunRequest | undefined;
  readonly stream: StreamRun;
}

/** Begins a run in a thread, or in one that is made, and streams it. */
export async function beginChat(context: ServerContext, request: Request, beginning: ChatBeginning): Promise<Response> {
  const { threadId, isNew = false } = beginning;
  const refusal = (await wrongHistory(context, beginning)) ?? (await wrongWish(context, beginning));
  const response = refusal ?? (await beginInThread(context, request, beginning));
  if (isNew && !response.ok && threadId !== undefined)
    await context.store.threads.delete({ channel: context.channel, chatId: threadId });
  return response;
}

/** What a body asks for besides the message. */
export function choiceOf({ model, effort, mode, activeTools }: WantedChoice): WantedChoice {
  return { model, effort, mode, activeTools };
}

/** A thread that the client names must be there, and what it repeats of it must be right. */
async function wrongHistory(
  { store, channel }: ServerContext,
  { threadId, repeated }: ChatBeginning,
): Promise<Response | undefined> {
  if (repeated === undefined) return undefined;
  const conversation = threadId === undefined ? undefined : { channel, chatId: threadId };
  if (conversation !== undefined && (await store.threads.get(conversation)) === undefined)
    return refuse(404, "There is no such thread; its id is what x-toolwright-thread said.");
  if (repeated.length < 2) return undefined;
  const history = conversation === undefined ? [] : await store.journal(conversation).history();
  const wrong = wrongIds(repeated, callIds(history ?? []));
  return wrong === undefined ? undefined : refuse(400, wrong);
}

/** What is asked for has to be there, and to go with what was chosen in this thread before. */
async function wrongWish(
  { agent, store, channel }: ServerContext,
  { threadId, choice }: ChatBeginning,
): Promise<Response | undefined> {
  const last = threadId === undefined ? {} : await storedChoice(store, agent, { channel, chatId: threadId });
  const wrong = wrongChoice(agent, choice, last);
  return wrong === undefined ? undefined : refuse(400, wrong);
}

async function beginInThread(context: ServerContext, request: Request, beginning: ChatBeginning): Promise<Response> {
  const { threadId, newThreadId, message, choice, wanted, stream } = beginning;
  const { store, threads } = context;
  const named = threadId === undefined ? undefined : { channel: context.channel, chatId: threadId };
  const thread = named ? await store.threads.get(named) : await newThread(context, newThreadId, wanted);
  const conversation = named ?? thread?.conversation;
  if (conversation === undefined) {
    const again = await sameRun(context, wanted, stream);
    return again ?? refuse(409, "There is a thread with this id; what began it has arrived.");
  }
  // What somebody goes on with is put away no more.
  if (thread?.archived === true) await store.threads.mark(conversation, { archived: false });
  const about = { conversation, message, caller: callerOf(request), choice, givesTitle: true };
  const run: NewRun = { ...about, ...present({ request: wanted }) };
  const begun = named === undefined ? await beginInNewThread(context, run) : await threads.begin(run);
  if (begun.ok) return stream(begun.followed);
  const same =
    begun.why === "busy"
      ? await sameRunSoon(context, { conversation, wanted, stream })
      : await sameRun(context, wanted, stream);
  return same ?? refuseRun(begun.why);
}

/** A thread that was made for a run goes where none begins. */
async function beginInNewThread({ store, threads }: ServerContext, run: NewRun): Promise<Begun> {
  let isKept = false;
  try {
    const begun = await threads.begin(run);
    // One that is busy was begun by the same request, made twice at once.
    isKept = begun.ok || begun.why === "busy" || begun.why === "known";
    return begun;
  } finally {
    if (!isKept) await store.threads.delete(run.conversation);
  }
}

/** Undefined where the client has begun it already, such as by a request whose answer it did not hear. */
async function newThread(
  { store: { threads }, channel }: ServerContext,
  newThreadId: string | undefined,
  wanted: RunRequest | undefined,
): Promise<Thread | undefined> {
  const chatId = newThreadId ?? (wanted && threadFor(wanted));
  const named = chatId === undefined ? undefined : { channel, chatId };
  const known = named && (await threads.get(named));
  // One without events was made by the same request, whose run has not begun yet, or never did.
  if (known !== undefined) return wanted !== undefined && known.lastSeq === 0 ? known : undefined;
  return threads.create({ channel, ...named });
}
