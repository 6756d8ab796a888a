import { defineTool, type Message, type Policy, runToolLoop, type ToolMessage } from "@toolwright/core";
import { scripted } from "@toolwright/core/testing";
import { describe, expect, it } from "vitest";
import { withFallback } from "../fallback/with-fallback.ts";
import { createResponsesModel } from "../responses/create-responses-model.ts";
import { isKnownToHostPrograms } from "./hosts-programs.ts";
import { jsonResult } from "./json-result.ts";
import { orFailure } from "./program-error.ts";
import { unfinishedPrograms } from "./unfinished-programs.ts";

const answer = (content: string, more: Partial<ToolMessage> = {}): ToolMessage => {
  return { role: "tool", tool_call_id: "c", content, ...more };
};

describe("what a program is given", () => {
  it.each([
    [true, answer('{"units":42}'), { units: 42 }],
    [true, answer('{"units":42}\n[`sku` was read as a text.]'), { units: 42 }],
    [true, answer("a text"), "a text"],
    [false, answer("123"), "123"],
  ])("is JSON of a tool that gives it (%s), and a text of any other: %j", (own, message, value) => {
    expect(jsonResult(message, { own, isByProgram: true })).toEqual(value);
  });

  it("is a failure where JSON was cut, and the text for a model that has called by itself", () => {
    const cut = answer('{"units":[1,2,\n[… 9 lines left out …]');
    expect(jsonResult(cut, { own: true, isByProgram: true })).toMatchObject({
      error: { code: "output_too_large", ran: "yes" },
    });
    expect(jsonResult(cut, { own: true, isByProgram: false })).toBe(cut.content);
  });

  it.each([
    ["Error [policy_denied]: No.", "policy_denied", "No.", "no"],
    ["Error executing tool: it broke.", "execution_failed", "it broke.", "yes"],
    ["Error executing tool: nobody knows.", "outcome_unknown", "nobody knows.", "unknown"],
    ['{"own":"words"}', "approval_denied", '{"own":"words"}', "no"],
  ] as const)("says of %j whether the call ran", (content, error_code, message, ran) => {
    const told = answer(content, { is_error: true, error_code });
    const error = { error: { code: error_code, message, ran } };
    expect(jsonResult(told, { own: true, isByProgram: true })).toEqual(error);
  });

  it("has its code and that it did not run in the words of a failure, too", async () => {
    const tool = defineTool({ name: "wipe", description: "Wipes.", input: { type: "object" }, execute: () => "wiped" });
    const model = scripted([{ toolCalls: [{ name: "wipe", arguments: {} }] }, { text: "No." }]);
    const policy: Policy = { decide: () => ({ verdict: "deny", reason: "Never." }) };
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const { messages } = await runToolLoop({ model, tools: [tool], policy, logger }, [
      { role: "user", content: "Go." },
    ]);
    const refused = messages.find(({ role }) => role === "tool");
    if (refused?.role !== "tool") throw new Error("There is no answer.");
    expect(refused).not.toHaveProperty("error_code");
    expect(jsonResult(refused, { own: false, isByProgram: false })).toMatchObject({
      error: { code: "policy_denied", ran: "no" },
    });
  });

  it("is declared so that references of its schema are found", () => {
    const $defs = { bill: { type: "object" } };
    expect(orFailure({ type: "array", items: { $ref: "#/$defs/bill" }, $defs })).toMatchObject({
      $defs,
      anyOf: [{ type: "array", items: { $ref: "#/$defs/bill" } }, { required: ["error"] }],
    });
    const tree = { type: "object", properties: { left: { $ref: "#" } } };
    expect(orFailure(tree).anyOf).toEqual([{}, expect.anything()]);
  });
});

describe("models", () => {
  it.each([
    ["gpt-5.6", true],
    ["openai/gpt-5.6-sol", true],
    ["gpt-6", true],
    ["gpt-5.5", false],
    ["gpt-5-mini", false],
    ["claude-opus-4-5-20251101", true],
    ["anthropic:claude-sonnet-5", true],
    ["claude-sonnet-4-20250514", false],
    ["claude-haiku-4-5", false],
  ])("%s: writes programs that its provider runs: %s", (name, isKnown) => {
    expect(isKnownToHostPrograms(name)).toBe(isKnown);
  });

  it("that stand in for one another run programs where all of them do", () => {
    const of = (model: string) => createResponsesModel({ baseUrl: "http://127.0.0.1:1/v1", model });
    expect(withFallback([of("gpt-5.6"), of("gpt-5.6-sol")]).hostsPrograms).toBe(true);
    expect(withFallback([of("gpt-5.6"), of("gpt-5.1")])).not.toHaveProperty("hostsPrograms");
  });
});

describe("a program in a history", () => {
  const call = (id: string, programId?: string) => {
    return {
      id,
      type: "function",
      function: { name: "look", arguments: "{}" },
      ...(programId && { programId }),
    } as const;
  };
  const asks: Message = { role: "assistant", content: "p begins", tool_calls: [call("a", "p")] };
  const goesOn: Message = { role: "assistant", content: "", tool_calls: [call("b", "p")] };
  const ends: Message = { role: "assistant", content: "p ends" };
  const other: Message = { role: "assistant", content: "another model" };
  const result = answer("seen");
  const says: Message = { role: "user", content: "Stop." };

  it.each<[string, readonly Message[], { readonly maySpeak: boolean; readonly isGone?: boolean }, readonly string[]]>([
    ["waits", [asks, result], { maySpeak: false }, []],
    ["goes on", [asks, result, goesOn, result], { maySpeak: false }, []],
    ["has ended", [asks, result, goesOn, result, ends, says], { maySpeak: false }, []],
    ["has ended in a container that is gone", [asks, result, ends], { maySpeak: false, isGone: true }, []],
    ["waits in one that is gone", [asks, result], { maySpeak: false, isGone: true }, ["p"]],
    ["was spoken into", [asks, result, says], { maySpeak: false }, ["p"]],
    ["may be spoken into", [asks, result, says], { maySpeak: true }, []],
    ["was left by another model", [asks, result, other, says, ends], { maySpeak: true }, ["p"]],
  ])("that %s", (_what, messages, about, left) => {
    const newsOf = ({ content }: { readonly content: string }) => ({
      begun: content === "p begins" ? ["p"] : [],
      ended: content === "p ends" ? ["p"] : [],
    });
    expect([...unfinishedPrograms(messages, { newsOf, ...about })]).toEqual(left);
  });
});
