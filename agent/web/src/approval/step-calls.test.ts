import { callRisk } from "@toolwright/view/internal";
import { describe, expect, it } from "vitest";
import { questionsTogether } from "./step-calls.ts";

const call = (toolCallId: string, more: object = {}) => ({
  type: "tool-call",
  toolCallId,
  toolName: "write",
  argsText: '{"file_path":"a"}',
  ...more,
});
const asked = (toolCallId: string, toolName = "write") => ({
  type: "data",
  name: "approval-request",
  data: { approvalId: `q-${toolCallId}`, toolCallId, toolName },
});
const answered = (toolCallId: string) => ({
  type: "data",
  name: "approval-decision",
  data: { approvalId: `q-${toolCallId}`, toolCallId, approve: true },
});
const effects = { write: "write", bash: "external", read: "read" } as const;
const riskOf = (toolName: string) =>
  callRisk({ effects: Object.entries(effects).find(([name]) => name === toolName)?.[1], canUndo: true, held: null });
const approvals = { riskOf, argumentsFor: () => ({}) };

describe("questions that one answer may allow together", () => {
  it("are those of one tool whose changes can be undone, with all calls that wait", () => {
    const parts = [call("a"), asked("a"), call("b", { result: "done" }), call("c"), asked("c")];
    expect(questionsTogether(parts, approvals)).toEqual(["q-a", "q-c"]);
    const inside = [
      ...[call("one", { toolName: "agent" }), call("two", { toolName: "agent" })],
      ...[call("a", { parentId: "one" }), asked("a"), call("c", { parentId: "two" }), asked("c")],
    ];
    expect(questionsTogether(inside, approvals)).toEqual(["q-a", "q-c"]);
    const own = [call("a", { approval: { id: "own" } }), call("c"), asked("c")];
    expect(questionsTogether(own, approvals)).toEqual(["own", "q-c"]);
  });

  it.each<[string, readonly unknown[]]>([
    ["a call waits that was not asked about", [call("a"), asked("a"), call("b")]],
    ["it is of another tool", [call("a"), asked("a"), call("b", { toolName: "bash" }), asked("b", "bash")]],
    ["its question is about another tool", [call("a"), asked("a"), call("b"), asked("b", "bash")]],
    ["it has its answer", [call("a"), asked("a"), call("b"), asked("b"), answered("b")]],
    ["it has its own answer", [call("a"), asked("a"), call("b", { approval: { id: "b", approved: false } })]],
    ["they cannot be undone", ["a", "b"].flatMap((id) => [call(id, { toolName: "bash" }), asked(id, "bash")])],
    ["it is not known what they do", ["a", "b"].flatMap((id) => [call(id, { toolName: "x" }), asked(id, "x")])],
  ])("are none where %s", (_, parts) => {
    expect(questionsTogether(parts, approvals)).toEqual([]);
  });

  it("are none where the folder cannot undo, or the server does not know of all of them", () => {
    const parts = ["a", "b"].flatMap((id) => [call(id), asked(id)]);
    const lasting = () => callRisk({ effects: "write", canUndo: false, held: null });
    const firstAlone = (approvalId: string) => (approvalId === "q-a" ? {} : undefined);
    for (const other of [{ riskOf: lasting }, { riskOf: () => undefined }, { argumentsFor: firstAlone }]) {
      expect(questionsTogether(parts, { ...approvals, ...other })).toEqual([]);
    }
    expect(questionsTogether(parts, {})).toEqual([]);
  });
});
