import type { Note } from "./notes.ts";
import type { Loss } from "./workers.ts";

/** Milliseconds from a loss until another worker stored something for a conversation in which the lost one had stored last. */
export function takeovers(notes: readonly Note[], losses: readonly Loss[]): number[] {
  const stored = notes.filter((note) => note.what === "stored");
  const conversations = new Map<string, typeof stored>();
  for (const note of stored) {
    const own = conversations.get(note.chatId) ?? [];
    own.push(note);
    conversations.set(note.chatId, own);
  }
  return losses.flatMap(({ name, at }) =>
    [...conversations.values()].flatMap((events) => {
      const last = events.findLast((event) => event.at <= at);
      const next = events.find((event) => event.at > at && event.by !== name);
      // What waits for a person goes on when somebody answers.
      const isOpen = last?.by === name && last.type !== "done" && last.type !== "approval_request";
      // One that was cut off may have gone on itself.
      const wentOn = events.some((event) => event.by === name && event.at > at && event.at < (next?.at ?? 0));
      return isOpen && next !== undefined && !wentOn ? [next.at - at] : [];
    }),
  );
}

/** The middle of them, the 99th of a hundred and the greatest, in whole milliseconds. */
export function spread(values: readonly number[]): { median: number; p99: number; most: number } | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { median: at(0.5), p99: at(0.99), most: at(1) };
}
