import { describe, expect, it } from "vitest";
import { defineTool } from "../faces/define-tool.ts";
import type { JsonObject } from "../json/json.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { type ApprovalRule, approverByRules } from "./approver-by-rules.ts";
import { expectCalls } from "./calls/expect-calls.ts";
import { scripted } from "./scripted/scripted.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A run that pays these amounts, one after the other. */
async function pay(rules: readonly ApprovalRule[], amounts: readonly number[]) {
  const paid: unknown[] = [];
  const tool = defineTool({
    name: "pay",
    description: "Pays.",
    input: { type: "object", properties: { amount: { type: "number" }, to: { type: "string" } } },
    requiresConfirmation: true,
    execute: (args: JsonObject) => {
      paid.push(args.amount);
      return "paid";
    },
  });
  const calls = amounts.map((amount) => ({ toolCalls: [{ name: "pay", arguments: { amount, to: "Ada" } }] }));
  const approver = approverByRules(rules);
  const config = { model: scripted([...calls, { text: "Done." }]), tools: [tool], approver, logger };
  const result = await runToolLoop(config, [{ role: "user", content: "Pay." }]);
  return { paid, result, approver };
}

describe("approverByRules", () => {
  it("answers by the first rule that is for the call", async () => {
    const { paid, result, approver } = await pay(
      [
        { tool: "read", answer: false },
        { tool: "pay", arguments: { amount: 1 }, answer: true },
        { tool: "pay", arguments: { amount: 2 }, answer: "Too much." },
        { tool: "pay", arguments: ({ amount }) => amount === 3, answer: { arguments: { amount: 4, to: "Bob" } } },
        { tool: "pay", arguments: { amount: expect.any(Number) }, answer: true },
      ],
      [1, 2, 3, 5],
    );
    expect(paid).toEqual([1, 4, 5]);
    expect(JSON.stringify(result.messages)).toContain("Too much.");
    expect(approver.asked.map((request) => request.arguments.amount)).toEqual([1, 2, 3, 5]);
    expectCalls(
      result,
      [true, false, true, true].map((succeeds) => ({ tool: "pay", succeeds })),
    );
    approver.assertComplete();
  });

  it("ends the run at a refusal without a word", async () => {
    const { paid, result } = await pay([{ tool: "pay", answer: false }], [1, 2]);
    expect([paid, result.stopReason]).toEqual([[], "denied"]);
  });

  it("refuses what no rule is for, and says so", async () => {
    const { paid, result, approver } = await pay([{ tool: "pay", arguments: { amount: 2 }, answer: true }], [1, 2]);
    expect(paid).toEqual([2]);
    expect(JSON.stringify(result.messages)).toContain("No rule of this approver is for pay");
    expect(() => approver.assertComplete()).toThrow('No rule of approverByRules was for: pay {"amount":1,"to":"Ada"}.');
  });

  it.each([
    [[{ tool: "pay" }], "[0] of the rules of approverByRules: answer is missing"],
    [[{ tool: "pay", approve: true }], 'no option "approve"; here it is answer'],
    [[{ tool: "pay", answer: { args: {} } }], "answer must be true or false, or a string, or { arguments }"],
    [{ pay: true }, "The rules of approverByRules must be an array"],
  ])("refuses %j", (rules, said) => {
    expect(() => Reflect.apply(approverByRules, undefined, [rules])).toThrow(said);
  });
});
