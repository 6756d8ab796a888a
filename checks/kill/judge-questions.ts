import type { JournalEvent } from "@toolwright/core";
import type { Note } from "./notes.ts";
import { ASKED } from "./scene.ts";

/** What became of the questions of one conversation. */
export interface Asked {
  /** Calls that ran and that nobody had allowed by then, and questions that did not keep their id. */
  readonly unasked: readonly string[];
  /** Calls of programs that ran in another process than the one that had asked about them, by an answer to that. */
  readonly elsewhere: number;
}

export function judgeQuestions(events: readonly JournalEvent[], notes: readonly Note[]): Asked {
  const requests = events.filter((event) => event.type === "approval_request");
  const first = new Map(requests.toReversed().map((request) => [request.data.toolCallId, request]));
  const asAnother = requests.flatMap(({ data }) =>
    first.get(data.toolCallId)?.data.approvalId === data.approvalId ? [] : [`${data.toolCallId} is asked about anew`],
  );
  const ranBy = new Map(notes.flatMap((note) => (note.what === "begin" ? [[note.toolCallId, note.by]] : [])));
  const askedBy = new Map(notes.flatMap((note) => (note.what === "stored" ? [[note.seq, note.by]] : [])));
  const elsewhere = [...first.values()].filter(({ seq, data }) => {
    const worker = ranBy.get(data.toolCallId);
    // One that died in between has stored it, and not noted that.
    return data.program !== undefined && worker !== undefined && worker !== askedBy.get(seq);
  });
  return { unasked: [...asAnother, ...unallowed(events, notes)], elsewhere: elsewhere.length };
}

/** Notes are in the order of what happened: an answer is noted before it is given. */
function unallowed(events: readonly JournalEvent[], notes: readonly Note[]): string[] {
  const starts = events.filter((event) => event.type === "tool_call_start" && event.data.toolName === ASKED);
  const isToBeAsked = new Set(starts.map(({ id }) => id));
  const allowed = new Set<string>();
  return notes.flatMap((note) => {
    if (note.what === "allowed") allowed.add(note.toolCallId);
    const isWrong = note.what === "begin" && isToBeAsked.has(note.toolCallId) && !allowed.has(note.toolCallId);
    return isWrong ? [`${note.toolCallId} ran, and nobody had allowed it`] : [];
  });
}
