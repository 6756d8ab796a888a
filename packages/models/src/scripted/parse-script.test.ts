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
      {},
    ];
    expect(parseScript(JSON.parse(JSON.stringify(script)))).toEqual(script);
  });

  it.each([
    [{}, "A script must be a JSON array of steps."],
    [[3], "Script step 1 must be an object."],
    [[{}, { text: 3 }], "Script step 2: text must be a text."],
    [[{ toolcalls: [] }], 'Script step 1 has an unknown field "toolcalls"; known are text, reasoning, toolCalls,'],
    [[{ toolCalls: {} }], "Script step 1: toolCalls must be a list."],
    [[{ toolCalls: [{ arguments: {} }] }], "Script step 1: toolCalls[0].name must be a text."],
    [
      [{ toolCalls: [{ name: "f", arguments: 3 }] }],
      "Script step 1: toolCalls[0].arguments must be a text or an object.",
    ],
    [[{ finishReason: "done" }], "Script step 1: finishReason must be one of stop, tool_calls,"],
    [[{ usage: { inputTokens: 1 } }], "Script step 1: usage must be { inputTokens, outputTokens } with two numbers."],
    [[{ error: { code: "oops", message: "" } }], "Script step 1: error.code must be one of http,"],
  ])("refuses %j", (script, message) => {
    expect(() => parseScript(script)).toThrow(message);
    expect(() => parseScript(script)).toThrow(TypeError);
  });
});
