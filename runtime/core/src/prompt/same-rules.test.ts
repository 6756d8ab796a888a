import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runnerOf } from "../../test/making.ts";
import { bindSubTool, NO_PROMPT } from "../faces/bind-sub-tool.ts";
import { type ToolCallbacks, tool } from "../faces/sub-tool.ts";
import { executeWithCallbacks } from "./execute-with-callbacks.ts";

const outcomes = ["absent", "undefined", "value", "throws"] as const;
type HookOutcome = (typeof outcomes)[number];

const hook = (name: string, outcome: HookOutcome) => () => {
  if (outcome === "throws") throw new Error(`${name} bug`);
  return outcome === "value" ? { from: name } : undefined;
};

const cases = outcomes.flatMap((beforeCall) =>
  outcomes.flatMap((onSuccess) =>
    outcomes.flatMap((onError) => [true, false].map((works) => ({ beforeCall, onSuccess, onError, works }))),
  ),
);

describe("executeWithCallbacks and a tool in a run", () => {
  it(`come to the same in all ${cases.length} combinations of hooks`, async () => {
    for (const given of cases) {
      const callbacks: ToolCallbacks = Object.fromEntries(
        (["beforeCall", "onSuccess", "onError"] as const)
          .filter((name) => given[name] !== "absent")
          .map((name) => [name, hook(name, given[name])]),
      );
      const execute = () => {
        if (!given.works) throw new Error("failed");
        return { from: "execute" };
      };
      const alone = await executeWithCallbacks(execute, {}, {}, callbacks).catch((bug: Error) => ({
        bug: bug.message,
      }));
      expect({ given, outcome: await inARun(execute, callbacks) }).toEqual({ given, outcome: alone });
    }
  });
});

describe("what onError hears", () => {
  it.each([
    ["an error", new Error("failed")],
    ["an object that says what is wrong", { message: "failed" }],
    ["a text", "failed"],
    ["several lines", new Error("failed\nhere")],
    ["nothing", undefined],
  ])("of %s is the same in both", async (_what, thrown) => {
    const execute = () => {
      throw thrown;
    };
    const callbacks: ToolCallbacks = { onError: (_input, heard) => ({ heard }) };
    expect(await inARun(execute, callbacks)).toEqual(await executeWithCallbacks(execute, {}, {}, callbacks));
  });
});

async function inARun(execute: () => object, callbacks: ToolCallbacks): Promise<unknown> {
  const { runner } = runnerOf([bindSubTool(tool("t", "", z.object({}), execute, callbacks), NO_PROMPT)]);
  const { output, error } = (await runner.exec({ name: "t", arguments: {} })).result;
  if (error?.code === "hook_failed") return { bug: error.message.replace(/^\w+ failed: /, "") };
  return output.type === "json" ? output.value : output;
}
