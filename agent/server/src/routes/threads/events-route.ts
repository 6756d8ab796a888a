import type { StoredJournal } from "@toolwright/store";
import type { EventPage } from "@toolwright/view";
import type { TimelineEvent } from "@toolwright/view/internal";
import type { ServerContext } from "../../server-context.ts";
import { answer, noSuchThread, refuse } from "../refuse.ts";
import { queryLimit, queryNumber } from "./query-number.ts";
import { timelineEvent } from "./timeline-event.ts";

const PAGE = { standard: 500, max: 1_000 };

/** Characters of stored events after which a page takes no further one. */
const PAGE_SIZE = 4 * 1024 * 1024;

/** `GET /api/threads/:id/events?after=…&limit=…`: the journal as it is stored, in order. */
export async function listEvents(
  { store, channel }: ServerContext,
  request: Request,
  chatId: string,
): Promise<Response> {
  const after = queryNumber(request, "after") ?? 0;
  const limit = queryLimit(request, PAGE);
  if (after === "wrong") return refuse(400, "after must be the number of an event.");
  if (limit === "wrong") return refuse(400, `limit must be a number from 1 to ${PAGE.max}.`);
  const conversation = { channel, chatId };
  if ((await store.threads.get(conversation)) === undefined) return noSuchThread();
  return answer(await eventPage(store.journal(conversation), { after, limit }));
}

async function eventPage(
  journal: StoredJournal,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<EventPage> {
  const events: TimelineEvent[] = [];
  let size = 0;
  for await (const one of journal.excerpt({ after })) {
    const last = events.at(-1);
    if (last !== undefined && (events.length >= limit || size >= PAGE_SIZE)) return { events, next: last.seq };
    events.push(timelineEvent(one));
    size += one.size;
  }
  return { events };
}
