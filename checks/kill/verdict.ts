import type { JournalEvent } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { judgeMessages } from "./judge-messages.ts";
import { judgeQuestions } from "./judge-questions.ts";
import { judgeTold } from "./judge-told.ts";
import type { Note } from "./notes.ts";
import { CHANNEL, callCount, ONCE, PROGRAM } from "./scene.ts";

/** What became of all calls. Only `lost`, `doubled`, `unasked` and `toldWrongly` are faults. */
export interface Verdict {
  readonly runs: number;
  readonly calls: number;
  /** Calls, events and turns that are missing, or in the wrong order, or there twice; turns that do not end. */
  readonly lost: number;
  /** Calls that ran again though they had settled, or may run only once. */
  readonly doubled: number;
  /** Calls that ran and that nobody had allowed by then, and questions that did not keep their id. */
  readonly unasked: number;
  /** Calls of programs that ran in another process than the one that had asked about them. */
  readonly elsewhere: number;
  /** Ends and results that a reader heard and the journal contradicts. */
  readonly toldWrongly: number;
  /** Calls that may run again, and did. */
  readonly repeated: number;
  readonly unknown: number;
  /** Messages that were said while runs went on, and that a run has heard. */
  readonly heard: number;
  readonly summaries: number;
  /** What was wrong, in words. */
  readonly faults: readonly string[];
}

/** What is judged. */
export interface Judged {
  readonly store: Store;
  readonly conversations: readonly string[];
  readonly notes: readonly Note[];
  /** Turns that were started, where there is an engine. */
  readonly started: ReadonlySet<string>;
}

/** Reads every journal and compares it with the notes. */
export async function judge({ store, conversations, notes, started }: Judged): Promise<Verdict> {
  const verdicts = await Promise.all(
    conversations.map(async (chatId) => {
      const events: JournalEvent[] = [];
      for await (const event of store.journal({ channel: CHANNEL, chatId }).read()) events.push(event);
      const own = notes.filter((note) => "chatId" in note && note.chatId === chatId);
      const waiting = (await store.steers.list({ channel: CHANNEL, chatId })).map(({ id }) => id);
      const told = judgeTold(events, own).map((wrong) => `${chatId}: ${wrong}`);
      const { elsewhere, unasked } = judgeQuestions(events, own);
      const said = { told, elsewhere, unasked: unasked.map((wrong) => `${chatId}: ${wrong}`) };
      return { ...judgeOne(chatId, events, own), ...judgeMessages(chatId, { events, notes, waiting }), ...said };
    }),
  );
  const sum = (count: (one: (typeof verdicts)[number]) => number) => verdicts.reduce((all, one) => all + count(one), 0);
  const found = new Set(verdicts.flatMap(({ runs }) => [...runs]));
  const missing = [...started].filter((runId) => !found.has(runId)).map((runId) => `the turn ${runId} is nowhere`);
  const lost = [...verdicts.flatMap((one) => [...one.lost, ...one.unheard]), ...missing];
  const doubled = verdicts.flatMap((one) => [...one.doubled, ...one.again]);
  const unasked = verdicts.flatMap((one) => one.unasked);
  const told = verdicts.flatMap((one) => one.told);
  return {
    runs: found.size,
    calls: sum(({ calls }) => calls),
    repeated: sum(({ repeated }) => repeated),
    unknown: sum(({ unknown }) => unknown),
    heard: sum(({ heard }) => heard),
    summaries: sum(({ summaries }) => summaries),
    lost: lost.length,
    doubled: doubled.length,
    unasked: unasked.length,
    elsewhere: sum(({ elsewhere }) => elsewhere),
    toldWrongly: told.length,
    faults: [...lost, ...doubled, ...unasked, ...told],
  };
}

function judgeOne(chatId: string, events: readonly JournalEvent[], notes: readonly Note[]) {
  const begun = new Map<string, number>();
  for (const note of notes) if (note.what === "begin") count(begun, keyOf(note));
  const ends = events.filter((event) => event.type === "tool_call_end");
  const calls = ends.map(({ runId, data }) => ({ ...data, times: begun.get(keyOf({ runId, ...data })) ?? 0 }));
  const lost = [...disorder(events), ...miscounted(events), ...forgotten(events, notes), ...calls.flatMap(lostIn)];
  const twice = calls.filter(({ toolName, times }) => times > 1 && ONCE.has(toolName));
  const doubled = [
    ...againAfterTheirEnd(notes),
    ...twice.map(({ toolCallId, times }) => `${toolCallId} ran ${times} times`),
  ];
  const again = calls.filter(({ toolName }) => !ONCE.has(toolName));
  const say = (what: string) => `${chatId}: ${what}`;
  return {
    runs: new Set(events.map(({ runId }) => runId)),
    calls: calls.length,
    repeated: again.reduce((sum, { times }) => sum + Math.max(0, times - 1), 0),
    unknown: calls.filter(isUnknown).length,
    lost: lost.map(say),
    doubled: doubled.map(say),
  };
}

type Ended = Extract<JournalEvent, { type: "tool_call_end" }>["data"];

function isUnknown({ result }: Ended): boolean {
  return result.error?.code === "outcome_unknown";
}

/** What is wrong with the end of a call that began so many times. */
function lostIn(call: Ended & { readonly times: number }): string[] {
  const { toolCallId, toolName, result, times } = call;
  if (isUnknown(call)) return ONCE.has(toolName) ? [] : [`${toolCallId}, which may run again, has no result`];
  if (result.error !== undefined) return [`${toolCallId} failed: ${result.error.message}`];
  return times === 0 && toolName !== PROGRAM ? [`${toolCallId} ended and never ran`] : [];
}

function keyOf({ runId, toolCallId }: { readonly runId: string; readonly toolCallId: string }): string {
  return `${runId} ${toolCallId}`;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Numbers rise, and turns come one after the other. */
function disorder(events: readonly JournalEvent[]): string[] {
  const faults: string[] = [];
  let last = 0;
  let running: string | undefined;
  for (const { seq, type, runId } of events) {
    if (seq <= last) faults.push(`event ${seq} comes after ${last}`);
    last = seq;
    if (type === "run_start") running ??= runId;
    if (runId !== running) faults.push(`event ${seq} of ${runId} is in ${running}`);
    if (type === "done") running = undefined;
  }
  return running === undefined ? faults : [...faults, `${running} has no end`];
}

/** Every turn begins and ends once, and each of its calls has one start and one end. */
function miscounted(events: readonly JournalEvent[]): string[] {
  const counts = new Map<string, number>();
  const ends = new Map<string, number>();
  for (const { type, runId, id } of events) {
    if (type === "run_start" || type === "done") count(counts, `${type} ${runId}`);
    if (type === "tool_call_start" || type === "tool_call_end") count(counts, `${type} ${runId} ${id}`);
    if (type === "tool_call_end") count(ends, runId);
  }
  const twice = [...counts].filter(([, times]) => times !== 1);
  const runs = [...new Set(events.map(({ runId }) => runId))];
  const wrong = runs.filter((runId, place) => ends.get(runId) !== callCount(place + 1));
  return [
    ...twice.map(([what, times]) => `${what} is there ${times} times`),
    ...wrong.map((runId) => `${runId} has ${ends.get(runId) ?? 0} calls of ${callCount(runs.indexOf(runId) + 1)}`),
  ];
}

/** Events that the store had said to have. */
function forgotten(events: readonly JournalEvent[], notes: readonly Note[]): string[] {
  const there = new Map(events.map(({ seq, runId, type }) => [seq, `${type} of ${runId}`]));
  return notes.flatMap((note) => {
    if (note.what !== "stored" || there.get(note.seq) === `${note.type} of ${note.runId}`) return [];
    return [`event ${note.seq}, ${note.type}, was said to be stored; there is ${there.get(note.seq)}`];
  });
}

/** Notes are in the order of what happened, whichever worker made them. */
function againAfterTheirEnd(notes: readonly Note[]): string[] {
  const settled = new Set<string>();
  return notes.flatMap((note) => {
    if (note.what === "stored" && note.toolCallId !== undefined)
      settled.add(keyOf({ runId: note.runId, toolCallId: note.toolCallId }));
    return note.what === "begin" && settled.has(keyOf(note)) ? [`${note.toolCallId} ran again after its end`] : [];
  });
}
