import type { Message } from "@toolwright/core";
import { titleOf } from "@toolwright/core/internal";
import type { Thread } from "@toolwright/durable";
import type { UserThreadMessage } from "@toolwright/view";
import { WEB } from "../../channels.ts";
import type { ServerContext } from "../../server-context.ts";
import { threadPage } from "../threads/thread-page.ts";
import { userMessageOf } from "./chat-body.ts";

/** Threads that are looked at, the newest first, and runs of each. */
const THREADS = 100;
const RUNS = 200;

type ClientMessage = Readonly<Record<string, unknown>>;

/** Where a client goes on that repeats what was said. */
export interface FoundThread {
  readonly id: string;
  /** The first run of the thread that the client has left out, as after an edit: what it says now comes in its place. */
  readonly before?: string;
}

/**
 * The thread that a client goes on with which has an id of its own and repeats the history: the newest in which exactly that was
 * said, or else the newest in which more was said after it. Undefined where there is none. Threads with the same history are the same
 * to whoever has said it.
 */
export async function findThread(
  { store }: Pick<ServerContext, "store">,
  messages: readonly ClientMessage[],
): Promise<FoundThread | undefined> {
  const said = messages.slice(0, -1).flatMap((message) => userMessageOf(message) ?? []);
  const [first] = said;
  if (first === undefined) return undefined;
  const title = titleOf(first);
  const { threads } = await store.threads.list({ channel: WEB, limit: THREADS });
  let longer: FoundThread | undefined;
  for (const thread of threads.filter((thread) => thread.title === title)) {
    const stored = await saidIn(store.journal(thread.conversation), thread);
    if (!said.every((message, place) => isSame(message.content, stored[place]?.content))) continue;
    const id = thread.conversation.chatId;
    const next = stored[said.length];
    if (next === undefined) return { id };
    longer ??= { id, before: next.id.replace(/:user$/, "") };
  }
  return longer;
}

async function saidIn(
  journal: Parameters<typeof threadPage>[0],
  { lastSeq }: Thread,
): Promise<readonly UserThreadMessage[]> {
  const { messages } = await threadPage(journal, { before: lastSeq + 1, limit: RUNS });
  return messages.flatMap((message) => (message.role === "user" ? [message] : []));
}

function isSame(one: Message["content"], other: Message["content"] | undefined): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other ?? ""));
}

/** One text may be written as a text, or as a part. */
function partsOf(content: Message["content"]): unknown {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
