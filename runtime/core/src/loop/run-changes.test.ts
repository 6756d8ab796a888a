import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { failure } from "../result/failure.ts";
import { textResult } from "../result/plain-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { RunChanges } from "./run-changes.ts";

const inner = toolOf("inner", () => "", { effects: "write" });
const onlyLooks = (args: object) => Reflect.get(args, "look") === true;
const tools = [
  toolOf("read", () => "", { effects: "read" }),
  toolOf("write", () => "", { effects: "write" }),
  toolOf("send", () => "", { effects: "external" }),
  toolOf("plain", () => ""),
  toolOf("shell", () => "", { effects: { kind: "external", onlyLooks } }),
  toolOf("broken", () => "", {
    effects: {
      kind: "external",
      onlyLooks: () => {
        throw new Error("no");
      },
    },
  }),
  toolOf("made", () => "", { effects: "read", subTools: [inner] }),
];

const done = textResult("fine");
const failed = failure({ code: "execution_failed", message: "no" });
const lost = failure({ code: "outcome_unknown", message: "?" });

let ids = 0;

/** An event of a call. */
interface CallEvent {
  readonly toolCallId: string;
  readonly tell: (changes: RunChanges) => void;
}

/** The two events of a call. */
function call(toolName: string, result: ToolResult, args = {}, parentId?: string): CallEvent[] {
  ids += 1;
  const toolCallId = `c${ids}`;
  const about = { toolCallId, toolName };
  const ended = { ...about, success: !result.isError, result, durationMs: 0 };
  return [
    { toolCallId, tell: (changes) => changes.hear("tool_call_start", { ...about, arguments: args }, parentId) },
    { toolCallId, tell: (changes) => changes.hear("tool_call_end", ended, parentId) },
  ];
}

function changedBy(...calls: readonly CallEvent[][]): boolean | undefined {
  const changes = new RunChanges((name) => tools.find((tool) => tool.name === name));
  for (const { tell } of calls.flat()) tell(changes);
  return changes.changed;
}

describe("whether a run has changed anything", () => {
  it.each([
    ["no call", [], undefined],
    ["a read", [call("read", done)], undefined],
    ["a read that failed", [call("read", failed)], undefined],
    ["a write", [call("write", done)], true],
    ["a write that failed", [call("write", failed)], false],
    ["a call that reaches outside, and failed", [call("send", failed)], false],
    ["a call without declared effects that failed", [call("plain", failed)], false],
    ["a line that only looks", [call("shell", done, { look: true })], undefined],
    ["a line that only looks, and failed", [call("shell", failed, { look: true })], undefined],
    ["any other line that failed", [call("shell", failed)], false],
    ["a failed call of a tool that cannot say whether it looks", [call("broken", failed)], false],
    ["a tool that does not exist", [call("wrote", failure({ code: "unknown_tool", message: "" }))], undefined],
    ["a write after one that failed", [call("write", failed), call("write", done)], true],
    ["a write whose outcome nobody knows", [call("write", lost)], undefined],
    ["a failed write beside one whose outcome nobody knows", [call("write", failed), call("write", lost)], undefined],
    ["a write beside one whose outcome nobody knows", [call("write", done), call("write", lost)], true],
    ["a call that goes on in the background", [call("send", { ...done, async: true })], undefined],
    [
      "a failed write, and work in the background",
      [call("write", failed), call("send", { ...done, async: true })],
      undefined,
    ],
    [
      "a failed write, and a call that looks and goes on",
      [call("write", failed), call("shell", { ...done, async: true }, { look: true })],
      undefined,
    ],
    ["a write that changed nothing", [call("write", { ...done, changed: "nothing" })], false],
    ["a line of which nobody knows", [call("shell", { ...done, changed: "unknown" })], undefined],
    [
      "a write that changed nothing beside one that did",
      [call("write", { ...done, changed: "nothing" }), call("write", done)],
      true,
    ],
    [
      "a line of which nobody knows that only looks",
      [call("shell", { ...done, changed: "nothing" }, { look: true })],
      undefined,
    ],
    ["a call that has not ended", [call("write", failed), call("write", done).slice(0, 1)], undefined],
  ] as const)("after %s", (_, calls, changed) => {
    expect(changedBy(...calls)).toBe(changed);
  });

  it.each([
    ["invalid_json", false],
    ["invalid_arguments", false],
    ["policy_denied", false],
    ["approval_denied", false],
    ["skipped", false],
    ["inactive_tool", false],
    ["execution_failed", false],
    ["user_error", false],
    ["security_violation", false],
    ["outcome_unknown", undefined],
    ["timeout", undefined],
    ["aborted", undefined],
    ["hook_failed", undefined],
    ["invalid_output", undefined],
    ["not_serialisable", undefined],
  ] as const)("after a write that ended in %s", (code, changed) => {
    expect(changedBy(call("write", failure({ code, message: "" })))).toBe(changed);
  });

  it("counts a call inside a call, also of a tool that only the outer one can name", () => {
    const [begun = expect.fail(), ended = expect.fail()] = call("made", done);
    const inside = (result: ToolResult) => call("inner", result, {}, begun.toolCallId);
    expect(changedBy([begun, ...inside(failed), ended])).toBe(false);
    expect(changedBy([begun, ...inside(done), ended])).toBe(true);
  });

  const anyCall = fc
    .record({
      name: fc.constantFrom("read", "write", "send", "plain", "shell", "nobody"),
      result: fc.constantFrom<ToolResult>(
        done,
        failed,
        lost,
        { ...done, async: true },
        { ...done, changed: "nothing" },
        { ...done, changed: "unknown" },
      ),
      look: fc.boolean(),
    })
    .map(({ name, result, look }) => call(name, result, { look }));

  it("does not depend on the order of the calls", () => {
    const shuffled = fc
      .array(anyCall, { maxLength: 8 })
      .chain((calls) => fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length })));
    fc.assert(
      fc.property(shuffled, ([calls, others]) => {
        expect(changedBy(...others)).toBe(changedBy(...calls));
      }),
    );
  });

  it("does not depend on how often a call that ended is told of", () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 6 }), (calls) => {
        expect(changedBy(...calls, ...calls)).toBe(changedBy(...calls));
      }),
    );
  });

  it("is not touched by a read", () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 6 }), fc.constantFrom(done, failed, lost), (calls, result) => {
        expect(changedBy(...calls, call("read", result))).toBe(changedBy(...calls));
      }),
    );
  });
});
