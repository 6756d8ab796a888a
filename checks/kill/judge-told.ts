import type { JournalEvent } from "@toolwright/core";
import type { Note } from "./notes.ts";

/** What readers were told that the journal, at the end, contradicts: an end, a result, or that a call was skipped. */
export function judgeTold(events: readonly JournalEvent[], notes: readonly Note[]): string[] {
  const stored = new Map<string, string>();
  for (const { type, runId, data } of events) {
    if (type === "done") stored.set(keyOf({ runId }), data.stopReason);
    if (type !== "tool_call_end") continue;
    const { toolCallId, result } = data;
    stored.set(keyOf({ runId, toolCallId }), result.isError ? (result.error?.code ?? "error") : "ok");
  }
  const wrongs = notes.flatMap((note) => {
    if (note.what !== "told" || stored.get(keyOf(note)) === note.says) return [];
    const about = note.toolCallId === undefined ? "the run" : `the call ${note.toolCallId}`;
    return [`${note.by} told ${note.says} of ${about} of ${note.runId}; stored is ${stored.get(keyOf(note))}`];
  });
  return [...new Set(wrongs)];
}

function keyOf({ runId, toolCallId = "" }: { readonly runId: string; readonly toolCallId?: string }): string {
  return `${runId} ${toolCallId}`;
}
