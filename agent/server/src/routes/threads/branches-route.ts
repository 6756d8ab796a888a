import type { Thread, ThreadRange, Threads } from "@toolwright/store";
import type { BranchList } from "@toolwright/view";
import { type Branching, branchesOf } from "../../forks/branches-of.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, noSuchThread } from "../refuse.ts";

/** Threads of each list that are looked through, the last used first, and runs of the thread. */
const MOST_THREADS = 2_000;
const MOST_RUNS = 1_000;

/** `GET /api/threads/:id/branches`: where other threads go another way than this one. */
export async function listBranches({ store, channel }: ServerContext, chatId: string): Promise<Response> {
  const conversation = { channel, chatId };
  const thread = await store.threads.get(conversation);
  if (thread === undefined) return noSuchThread();
  const [used, archived] = [
    await listed(store.threads, { channel, archived: false }),
    await listed(store.threads, { channel, archived: true }),
  ];
  const others = [...used, ...archived].filter((other) => other.conversation.chatId !== chatId);
  const runs = await store.journal(conversation).runs({ limit: MOST_RUNS });
  const list: BranchList = {
    branches: branchesOf(chatId, [thread, ...others].map(branching), runs.toReversed()),
  };
  return answer(list);
}

async function listed(threads: Threads, which: Pick<ThreadRange, "channel" | "archived">): Promise<readonly Thread[]> {
  const found: Thread[] = [];
  let cursor: string | undefined;
  do {
    const range = { ...which, limit: 200, ...(cursor !== undefined && { cursor }) };
    const page = await threads.list(range);
    found.push(...page.threads);
    cursor = page.next;
  } while (cursor !== undefined && found.length < MOST_THREADS);
  return found;
}

function branching({ conversation, createdAt, lastSeq, forkedFrom }: Thread): Branching {
  const from = forkedFrom && { id: forkedFrom.conversation.chatId, seq: forkedFrom.seq };
  return { id: conversation.chatId, createdAt, lastSeq, ...(from && { forkedFrom: from }) };
}
