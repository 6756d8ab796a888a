import type { FoundThread } from "@toolwright/durable";
import type { FoundThreadSummary, ThreadList } from "@toolwright/view";
import { shownThread } from "../../changes/thread-watch.ts";
import { WEB } from "../../channels.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer } from "../refuse.ts";

/** What somebody looks for. */
export interface WantedThreads {
  readonly words: string;
  readonly limit: number;
}

/** `GET /api/threads?q=…`: threads in which all of the words stand, the last used first, with where they do. */
export async function searchThreads({ store }: ServerContext, { words, limit }: WantedThreads): Promise<Response> {
  const { found, isWhole } = await store.threads.search({ channel: WEB, words, limit });
  const list: ThreadList = { threads: found.map(shown), ...(isWhole ? {} : { isPartial: true }) };
  return answer(list);
}

function shown({ thread, seq, excerpt }: FoundThread): FoundThreadSummary {
  const isSaid = seq !== undefined && excerpt !== undefined;
  return { ...shownThread(thread), ...(isSaid && { found: { seq, excerpt } }) };
}
