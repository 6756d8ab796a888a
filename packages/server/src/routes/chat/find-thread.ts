import type { Message } from "@toolwright/core";
import type { Thread } from "@toolwright/durable";
import { WEB } from "../../channels.ts";
import { titleOf } from "../../runs/title-of.ts";
import type { ServerContext } from "../../server-context.ts";
import { threadPage } from "../threads/thread-page.ts";
import { userMessageOf } from "./chat-body.ts";

/** Threads that are looked at, the newest first, and runs of each. */
const THREADS = 100;
const RUNS = 200;

type ClientMessage = Readonly<Record<string, unknown>>;

/**
 * The thread that a client goes on with which has an id of its own and repeats the history: the newest in which exactly that was
 * said. Undefined where there is none. Threads with the same history are the same to whoever has said it.
 */
export async function findThread(
  { store }: Pick<ServerContext, "store">,
  messages: readonly ClientMessage[],
): Promise<string | undefined> {
  const said = messages.slice(0, -1).flatMap((message) => userMessageOf(message) ?? []);
  const [first] = said;
  if (first === undefined) return undefined;
  const title = titleOf(first);
  const { threads } = await store.threads.list({ channel: WEB, limit: THREADS });
  for (const thread of threads.filter((thread) => thread.title === title)) {
    if (await hasSaid(store.journal(thread.conversation), thread, said)) return thread.conversation.chatId;
  }
  return undefined;
}

async function hasSaid(
  journal: Parameters<typeof threadPage>[0],
  { lastSeq }: Thread,
  said: readonly Message[],
): Promise<boolean> {
  const { messages } = await threadPage(journal, { before: lastSeq + 1, limit: RUNS });
  const stored = messages.filter(({ role }) => role === "user");
  return (
    stored.length === said.length &&
    stored.every((message, place) => "content" in message && isSame(message.content, said[place]?.content))
  );
}

function isSame(one: Message["content"], other: Message["content"] | undefined): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other ?? ""));
}

/** One text may be written as a text, or as a part. */
function partsOf(content: Message["content"]): unknown {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
