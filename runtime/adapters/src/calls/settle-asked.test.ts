import { describe, expect, it } from "vitest";
import { decisionIn } from "./settle-asked.ts";

describe("what came back to a question of another framework", () => {
  it.each([
    [true],
    [{ approve: true }],
    [{ approved: true, reason: "fine" }],
    [{ type: "approve" }],
    [{ decisions: [{ type: "approve" }] }],
  ])("allows the call: %j", (answer) => {
    expect(decisionIn(answer)).toMatchObject({ approve: true });
  });

  it.each([
    [undefined],
    ["true"],
    [{}],
    [{ approve: "true" }],
    [{ approve: false, reason: "no" }],
    [{ type: "reject", message: "no" }],
    [{ decisions: [] }],
    [{ approve: true, approved: false }],
    [{ approve: true, type: "reject" }],
  ])("allows nothing: %j", (answer) => {
    expect(decisionIn(answer)).toMatchObject({ approve: false });
  });

  it.each([
    [{ approve: true, arguments: { amount: 1 } }, "arguments"],
    [{ approve: true, args: { amount: 1 } }, "args"],
    [{ type: "approve", args: { amount: 1 } }, "args"],
    [{ decisions: [{ type: "edit", edited_action: { name: "pay", args: { amount: 1 } } }] }, "edited_action"],
  ])("allows nothing where it edits the arguments, and says so: %j", (answer, name) => {
    const reason = `Nothing was run: the answer has ${name}, and edited arguments cannot be taken here.`;
    expect(decisionIn(answer)).toEqual({ approve: false, reason });
  });
});
