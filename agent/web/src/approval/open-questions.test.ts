import type { PendingQuestion } from "@toolwright/view/internal";
import { describe, expect, it } from "vitest";
import { openQuestions } from "./open-questions.ts";

const call = (toolCallId: string, more: object = {}) => ({
  type: "tool-call",
  toolCallId,
  toolName: "write",
  argsText: '{"file_path":"a"}',
  ...more,
});
const SHOWS = { host: "a.example" };
const asked = (toolCallId: string, toolName = "write", approvalId = `q-${toolCallId}`) => ({
  type: "data",
  name: "approval-request",
  data: { approvalId, toolCallId, toolName, reason: `Why ${toolCallId}.`, shows: SHOWS, preview: `of ${toolCallId}` },
});
const toldOf = (toolCallId: string) => ({ approvalId: `q-${toolCallId}`, shows: SHOWS, preview: `of ${toolCallId}` });
const answered = (toolCallId: string, approvalId = `q-${toolCallId}`) => ({
  type: "data",
  name: "approval-decision",
  data: { approvalId, toolCallId, approve: true },
});
const HERE: PendingQuestion["reach"] = { files: "folder", network: false, undo: true };
const approvals = {
  argumentsFor: (approvalId: string) => ({ file_path: `${approvalId}.txt`, content: "x" }),
  reachFor: () => HERE,
  isUndoable: (_: string, toolName: string) => toolName === "write",
};
const idsOf = (parts: readonly unknown[], of: Parameters<typeof openQuestions>[1] = approvals) =>
  openQuestions(parts, of).map(({ approvalId }) => approvalId);

describe("the questions of a message that wait", () => {
  it("have a line each, with a reason and a reach, whatever their tools are", () => {
    const parts = [call("a"), asked("a"), call("b", { result: "done" }), call("c"), asked("c", "bash")];
    expect(openQuestions(parts, approvals)).toEqual([
      { ...toldOf("a"), toolName: "write", line: "q-a.txt", reason: "Why a.", reach: HERE, isUndoable: true },
      { ...toldOf("c"), toolName: "bash", line: "q-c.txt", reason: "Why c.", reach: HERE, isUndoable: false },
    ]);
    const own = [call("a", { approval: { id: "own", prompt: "Why." } }), call("c"), asked("c")];
    expect(openQuestions(own, approvals)).toMatchObject([{ approvalId: "own", reason: "Why." }, { reason: "Why c." }]);
  });

  it("are none that was not asked, has its answer, or is not known to the server", () => {
    expect(idsOf([call("a"), asked("a"), call("b")])).toEqual(["q-a"]);
    expect(idsOf([call("a"), asked("a"), call("b"), asked("b"), answered("b")])).toEqual(["q-a"]);
    expect(idsOf([call("a", { approval: { id: "a", approved: false } })])).toEqual([]);
    const firstAlone = (approvalId: string) => (approvalId === "q-a" ? {} : undefined);
    expect(idsOf([call("a"), asked("a"), call("b"), asked("b")], { argumentsFor: firstAlone })).toEqual(["q-a"]);
    expect(openQuestions([call("a"), asked("a")], { argumentsFor: () => ({}) })).toMatchObject([{ isUndoable: false }]);
  });

  it("wait again where a call is asked about anew", () => {
    const again = [call("a"), asked("a"), answered("a"), asked("a", "write", "again")];
    expect(idsOf(again)).toEqual(["again"]);
    expect(idsOf([...again, answered("a", "again")])).toEqual([]);
  });
});
