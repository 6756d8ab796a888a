import type { Note } from "./notes.ts";
import type { Loss } from "./workers.ts";

/** The middle of some times, the 99th of a hundred and the greatest, in whole milliseconds. */
export interface Spread {
  readonly median: number;
  readonly p99: number;
  readonly most: number;
}

/** How long conversations took to go on elsewhere. */
export interface Takeovers extends Spread {
  /** The same from the last death on, where whoever had taken it over died, too: a worker lived all the time. */
  readonly alone: Spread | undefined;
  /** Of that, until the engine gave it to a worker, and until a worker had its lease. */
  readonly given: Spread | undefined;
  readonly claimed: Spread | undefined;
}

/** From each loss until another worker stored something for a conversation in which the lost one had stored last. */
export function takeovers(notes: readonly Note[], losses: readonly Loss[]): Takeovers | undefined {
  const conversations = new Map<string, Note[]>();
  for (const note of notes) {
    if (!("chatId" in note)) continue;
    const own = conversations.get(note.chatId) ?? [];
    own.push(note);
    conversations.set(note.chatId, own);
  }
  const all = losses.flatMap((loss) => [...conversations.values()].flatMap((own) => takeover(own, loss, losses)));
  const whole = spread(all.map((one) => one.whole));
  if (whole === undefined) return undefined;
  const timesOf = (name: "alone" | "given" | "claimed") => spread(all.flatMap((one) => one[name] ?? []));
  return { ...whole, alone: timesOf("alone"), given: timesOf("given"), claimed: timesOf("claimed") };
}

/** Milliseconds; nothing where it was not taken over. */
function takeover(notes: readonly Note[], { name, at }: Loss, losses: readonly Loss[]) {
  const events = notes.filter((note) => note.what === "stored");
  const last = events.findLast((event) => event.at <= at);
  const next = events.find((event) => event.at > at && event.by !== name);
  // What waits for a person goes on when somebody answers.
  const isOpen = last?.by === name && last.type !== "done" && last.type !== "approval_request";
  // One that was cut off may have gone on itself.
  const wentOn = events.some((event) => event.by === name && event.at > at && event.at < (next?.at ?? 0));
  if (!isOpen || next === undefined || wentOn) return [];
  const taken = notes.filter((note) => isTaking(note) && note.at >= at && note.at <= next.at && note.by !== name);
  const deaths = losses.filter((one) => one.at <= next.at && taken.some(({ by }) => by === one.name && by !== next.by));
  const from = Math.max(at, ...deaths.map((death) => death.at));
  const until = (what: Note["what"]) => {
    const note = taken.findLast((one) => one.what === what && one.by === next.by && one.at >= from);
    return note && note.at - from;
  };
  return [{ whole: next.at - at, alone: next.at - from, given: until("given"), claimed: until("claimed") }];
}

function isTaking({ what }: Note): boolean {
  return what === "given" || what === "claimed";
}

function spread(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { median: at(0.5), p99: at(0.99), most: at(1) };
}
