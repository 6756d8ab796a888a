import type { EventData, EventType, JournalEvent } from "@toolwright/core";
import { expect, it } from "vitest";
import { OpenQuestions } from "./open-questions.ts";

function event<T extends EventType>(type: T, data: object, parentId?: string): JournalEvent {
  const about = { seq: 1, id: "e", time: 0, runId: "r", ...(parentId !== undefined && { parentId }) };
  return { ...about, type, data: data as EventData[T] } as JournalEvent;
}

const started = (toolCallId: string, parentId?: string) => event("tool_call_start", { toolCallId }, parentId);
const asked = (toolCallId: string, approvalId: string) => event("approval_request", { toolCallId, approvalId });
const decided = (approvalId: string, ignored?: string) =>
  event("approval_decision", { approvalId, approve: true, ...(ignored !== undefined && { ignored }) });
const ended = (toolCallId: string) => event("tool_call_end", { toolCallId });

/** Ids of the questions after these events, and whether nothing else is left. */
function after(...events: readonly JournalEvent[]): [readonly string[], boolean] {
  const open = new OpenQuestions();
  for (const one of events) open.add(one);
  return [open.questions.map(({ approvalId }) => approvalId), open.isAllThatIsLeft];
}

it("waits for people alone where every call that has begun is asked about, or holds one that is", () => {
  expect(after()).toEqual([[], false]);
  expect(after(started("a"))).toEqual([[], false]);
  expect(after(started("a"), asked("a", "1"))).toEqual([["1"], true]);
  expect(after(started("a"), asked("a", "1"), asked("b", "2"))).toEqual([["1", "2"], true]);
  expect(after(started("read"), started("a"), asked("a", "1"))).toEqual([["1"], false]);
  expect(after(started("read"), started("a"), asked("a", "1"), ended("read"))).toEqual([["1"], true]);
  expect(after(started("outer"), started("inner", "outer"), asked("inner", "1"))).toEqual([["1"], true]);
});

it("goes on once a question is answered, and while the call of it runs", () => {
  const both = [started("a"), asked("a", "1"), asked("b", "2")];
  expect(after(...both, decided("1"))).toEqual([["2"], false]);
  expect(after(...both, decided("1", "other_preview"))).toEqual([["1", "2"], true]);
  expect(after(...both, decided("1"), ended("a"))).toEqual([["2"], true]);
});

it("forgets a question that is asked anew, and that of a call which has ended", () => {
  expect(after(started("a"), asked("a", "1"), asked("a", "2"))).toEqual([["2"], true]);
  expect(after(started("a"), asked("a", "1"), ended("a"))).toEqual([[], false]);
});
