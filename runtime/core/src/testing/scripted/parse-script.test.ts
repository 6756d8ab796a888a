import { describe, expect, it } from "vitest";
import { parseScript } from "./parse-script.ts";

describe("parseScript", () => {
  it("takes every field of a step", () => {
    const script = [
      {
        text: "a",
        reasoning: "b",
        toolCalls: [{ id: "1", name: "f", arguments: { n: 1 } }, { name: "g", arguments: "{" }, { name: "h" }],
        finishReason: "length",
        usage: { inputTokens: 1, outputTokens: 2 },
      },
      { error: "no" },
      { error: { code: "timeout", message: "late", status: 504 } },
      { error: { code: "internal", message: "cannot be sent" } },
      { error: { message: "no code" } },
      {},
    ];
    expect(parseScript(JSON.parse(JSON.stringify(script)))).toEqual(script);
  });

  it.each([
    [{}, "The steps of the script must be an array: [{ text }], got {}."],
    [[3], "steps[0] of the script takes an object of options, got 3."],
    [[{}, { text: 3 }], "steps[1] of the script: text must be a string, got 3."],
    [[{ toolcalls: [] }], 'steps[0] of the script: there is no option "toolcalls"; did you mean toolCalls?'],
    [[{ toolCalls: {} }], "steps[0] of the script: toolCalls must be an array: [{ name, arguments }], got {}."],
    [[{ toolCalls: [{ arguments: {} }] }], "steps[0].toolCalls[0] of the script: name is missing"],
    [
      [{ toolCalls: [{ name: "f", arguments: 3 }] }],
      "steps[0].toolCalls[0] of the script: arguments must be a string, or an object, got 3.",
    ],
    [[{ finishReason: "done" }], 'steps[0] of the script: finishReason must be "stop" or "tool_calls" or'],
    [[{ usage: { inputTokens: 1 } }], "usage of steps[0] of the script: outputTokens is missing"],
    [[{ error: { code: "oops", message: "" } }], 'error of steps[0] of the script: code must be "http" or'],
  ])("refuses %j", (script, message) => {
    expect(() => parseScript(script)).toThrow(message);
    expect(() => parseScript(script)).toThrow(TypeError);
  });
});
