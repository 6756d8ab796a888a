import type { JournalEvent } from "@toolwright/core";
import type { Note } from "./notes.ts";

/** A conversation, what was noted of all of them, and the messages that still wait in it. */
export interface SpokenTo {
  readonly events: readonly JournalEvent[];
  readonly notes: readonly Note[];
  readonly waiting: readonly string[];
}

/** Each message that was said is heard by one step, or waits; a summary takes the place of what was said once. */
export function judgeMessages(chatId: string, { events, notes, waiting }: SpokenTo) {
  const steered = events.flatMap((event) => (event.type === "steered" ? [event.data.messageId] : []));
  const idsOf = (what: "said" | "withdrawn") =>
    new Set(notes.flatMap((note) => (note.what === what && note.chatId === chatId ? [note.messageId] : [])));
  const said = idsOf("said");
  const withdrawn = idsOf("withdrawn");
  const requests = notes.flatMap((note) => (note.what === "heard" ? [note.messageIds] : []));
  const asked = new Set(requests.flat());
  const twice = requests.flatMap((ids) => ids.filter((id, place) => ids.indexOf(id) !== place && said.has(id)));
  const isHeard = new Set(steered);
  const isThere = new Set([...steered, ...waiting]);
  const gone = [...said].filter((id) => !isThere.has(id) && !withdrawn.has(id));
  const say = (what: string) => `${chatId}: ${what}`;
  return {
    heard: isHeard.size,
    summaries: events.filter(({ type }) => type === "compacted").length,
    unheard: [
      ...gone.map((id) => say(`the message ${id} is lost`)),
      ...steered.filter((id) => !asked.has(id)).map((id) => say(`no request has the message ${id}`)),
    ],
    again: [
      ...steered.filter((id, place) => steered.indexOf(id) !== place).map((id) => say(`${id} is stored twice`)),
      ...waiting.filter((id) => isHeard.has(id)).map((id) => say(`${id} was heard, and waits`)),
      ...steered.filter((id) => withdrawn.has(id)).map((id) => say(`${id} was taken back, and heard`)),
      ...twice.map((id) => say(`${id} is twice in one request`)),
      ...summarisedTwice(events).map((seq) => say(`event ${seq} is a summary of a summary alone`)),
    ],
  };
}

/** Between two summaries the model has said something. */
function summarisedTwice(events: readonly JournalEvent[]): number[] {
  let isFresh = false;
  return events.flatMap(({ type, seq }) => {
    if (type === "assistant_message") isFresh = false;
    if (type !== "compacted") return [];
    const isAgain = isFresh;
    isFresh = true;
    return isAgain ? [seq] : [];
  });
}
