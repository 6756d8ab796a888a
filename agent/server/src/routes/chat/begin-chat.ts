import type { Message } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { RunRequest, Thread } from "@toolwright/store";
import type { Begun } from "../../runs/new-run.ts";
import { storedChoice, type WantedChoice, wrongChoice } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";
import { callerOf } from "../caller-of.ts";
import { refuse, refuseRun } from "../refuse.ts";
import type { StreamRun } from "../stream-run.ts";
import { sameRun, sameRunSoon, threadFor } from "./same-request.ts";

/** A message that a run begins with. */
export interface ChatBeginning {
  readonly threadId: string | undefined;
  /** The thread was made for this message: it goes where no run begins. */
  readonly isNew?: boolean;
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
  const { threadId, isNew = false, choice } = beginning;
  const refusal = await wrongWish(context, threadId, choice);
  const response = refusal ?? (await begin(context, request, beginning));
  if (isNew && !response.ok) await dropThread(context, threadId);
  return response;
}

/** Takes away a thread that was made for a message. */
export async function dropThread({ store, channel }: ServerContext, threadId: string | undefined): Promise<void> {
  if (threadId !== undefined) await store.threads.delete({ channel, chatId: threadId });
}

/** What a body asks for besides the message. */
export function choiceOf({ model, effort, mode, activeTools }: WantedChoice): WantedChoice {
  return { model, effort, mode, activeTools };
}

/** What is asked for has to be there, and to go with what was chosen in this thread before. */
async function wrongWish(
  { agent, store, channel }: ServerContext,
  threadId: string | undefined,
  choice: WantedChoice,
): Promise<Response | undefined> {
  const last = threadId === undefined ? {} : await storedChoice(store, agent, { channel, chatId: threadId });
  const wrong = wrongChoice(agent, choice, last);
  return wrong === undefined ? undefined : refuse(400, wrong);
}

async function begin(
  context: ServerContext,
  request: Request,
  { threadId, newThreadId, message, choice, wanted, stream }: ChatBeginning,
): Promise<Response> {
  const { store, threads } = context;
  const named = threadId === undefined ? undefined : { channel: context.channel, chatId: threadId };
  const thread = named ? await store.threads.get(named) : await madeThread(context, newThreadId, wanted);
  const conversation = named ?? thread?.conversation;
  if (conversation === undefined) {
    const again = await sameRun(context, wanted, stream);
    return again ?? refuse(409, "There is a thread with this id; what began it has arrived.");
  }
  // What somebody goes on with is put away no more.
  if (thread?.archived === true) await store.threads.mark(conversation, { archived: false });
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
  if (begun.ok) return stream(begun.followed);
  const isHeld = begun.why === "busy";
  const same = await (isHeld
    ? sameRunSoon(context, { conversation, wanted, stream })
    : sameRun(context, wanted, stream));
  return same ?? refuseRun(begun.why);
}

/** Undefined where the client has begun it already, such as by a request whose answer it did not hear. */
async function madeThread(
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
