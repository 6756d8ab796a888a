import type { ThreadMessageLike } from "@assistant-ui/react";

type Messages = readonly ThreadMessageLike[];

/**
 * The messages of a thread in two parts. Every delta costs assistant-ui work for each message that it holds, so it
 * holds the newest ones only; those before stand in pages that are not touched again.
 */
export interface Transcript {
  readonly pages: readonly Messages[];
  readonly live: Messages;
}

export const NO_TRANSCRIPT: Transcript = { pages: [], live: [] };

/** How many messages stay live at least; at more than twice as many the older ones become a page. */
export const LIVE = 20;
const PAGE = 50;

/** Parts the messages. What was a page `before` stays one, and the same object as long as its messages are the same. */
export function partTranscript(messages: Messages, before: Transcript): Transcript {
  const start = liveStart(messages, before.live[0]?.id);
  const known = new Map(before.pages.map((page) => [page[0]?.id, page]));
  const borders = new Set([...known.keys(), before.live[0]?.id]);
  const pages = cut(messages.slice(0, start), borders).map((page) => sameOr(known.get(page[0]?.id), page));
  return { pages: sameOr(before.pages, pages), live: sameOr(before.live, messages.slice(start)) };
}

function liveStart(messages: Messages, id: string | undefined): number {
  const place = id === undefined ? -1 : messages.findIndex((message) => message.id === id);
  return place === -1 || messages.length - place > 2 * LIVE ? Math.max(0, messages.length - LIVE) : place;
}

/**
 * Cuts where it was cut before; what came in front is cut from its end, so that it is not cut anew by what comes next.
 */
function cut(messages: Messages, borders: ReadonlySet<string | undefined>): Messages[] {
  const pages: Messages[] = [];
  let end = messages.length;
  for (let place = end - 1; place >= 0; place--) {
    if (place > 0 && end - place < PAGE && !borders.has(messages[place]?.id)) continue;
    pages.unshift(messages.slice(place, end));
    end = place;
  }
  return pages;
}

function sameOr<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  const isSame = before?.length === now.length && now.every((item, index) => item === before[index]);
  return isSame && before !== undefined ? before : now;
}
