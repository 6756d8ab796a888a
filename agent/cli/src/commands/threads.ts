import type { Store, Thread } from "@toolwright/store";
import { CHANNEL } from "../conversations/kept-conversation.ts";
import { threadLine, threadOf } from "../conversations/open-kept.ts";
import { EXIT } from "../exit-code.ts";
import type { StoreFlags } from "../flags.ts";
import { openConversations } from "../serve/open-conversations.ts";
import { openWorkspace } from "../setup/open-workspace.ts";
import { printLines } from "../text/print-lines.ts";

/** Conversations that are listed, and looked through for an id. */
const LISTED = 200;

/** `toolwright threads`: the newest conversations, and how it stands with each. Resolves to the exit code. */
export function listThreads(flags: StoreFlags): Promise<number> {
  return withThreads(flags, async (_store, threads) => {
    const listed = threads.map(({ conversation: { chatId: id }, title, status, updatedAt }) => {
      return { id, title, status, updatedAt };
    });
    printLines(flags.json ? [JSON.stringify({ threads: listed })] : threads.map(threadLine));
    if (threads.length === 0 && !flags.json) printLines(["No conversation was kept here yet."]);
    return EXIT.ok;
  });
}

/** `toolwright threads retry ID`: exit 1 where its run is not quarantined. */
export function retryThread(id: string, flags: StoreFlags): Promise<number> {
  return withThreads(flags, async (store, threads) => {
    const { conversation } = threadOf(id, threads);
    const retried = await store.threads.retry(conversation);
    const next = `It is tried again by a server of this store, or with \`toolwright chat --resume ${id}\`.`;
    return say(flags, { retried }, retried ? next : "Its run is not quarantined: nothing was changed.");
  });
}

/** `toolwright threads stop ID`: exit 1 where it has no open run. */
export function stopThread(id: string, flags: StoreFlags): Promise<number> {
  return withThreads(flags, async (store, threads) => {
    const { conversation } = threadOf(id, threads);
    const stopped = await store.threads.requestStop(conversation);
    const next = `It is ended by the process or server that has it, or with \`toolwright chat --resume ${id}\`.`;
    return say(flags, { stopped }, stopped ? next : "It has no open run: nothing was changed.");
  });
}

async function withThreads(
  { workspace, store: place }: StoreFlags,
  work: (store: Store, threads: readonly Thread[]) => Promise<number>,
): Promise<number> {
  const store = await openConversations(await openWorkspace(workspace), place);
  try {
    const { threads } = await store.threads.list({ channel: CHANNEL, limit: LISTED });
    return await work(store, threads);
  } finally {
    await store.close();
  }
}

function say({ json }: StoreFlags, answer: Readonly<Record<string, boolean>>, words: string): number {
  printLines([json ? JSON.stringify(answer) : words]);
  return Object.values(answer).every(Boolean) ? EXIT.ok : EXIT.failed;
}
