import { describe, expect, it } from "vitest";
import { z } from "zod";
import { call, play, resultsIn } from "../../test/prompting.ts";
import type { Message } from "../model/messages.ts";

const none = z.object({});

describe("state", () => {
  it("that an effect of step 0 sets is what the pass before step 1 sees; effects run in their order", async () => {
    const seen: unknown[] = [];
    await play([call("t")], ({ defTool, defState, defEffect, $ }) => {
      const [count, setCount] = defState("count", 0);
      defEffect(() => {
        seen.push(["first", count]);
        setCount((before) => before + 1);
      });
      defEffect(() => void seen.push(["second", count]));
      defTool("t", "", none, () => "");
      $`go`;
    });
    expect(seen).toEqual([
      ["first", 0],
      ["second", 0],
      ["first", 1],
      ["second", 1],
    ]);
  });

  it("loses no update of tools that run at the same time", async () => {
    const calls = [5, 3, 1].map((ms) => ({ name: "add", args: { ms } }));
    const running = { now: 0, most: 0 };
    const { prompt } = await play([{ calls }], ({ defState, addTool, tool, $ }) => {
      const [, setList] = defState<number[]>("list", []);
      const add = tool(
        "add",
        "",
        z.object({ ms: z.number() }),
        async ({ ms }) => {
          running.most = Math.max(running.most, ++running.now);
          await new Promise((resolve) => setTimeout(resolve, ms * 10));
          running.now -= 1;
          setList((list) => [...list, ms]);
          return ms;
        },
        { effects: "read" },
      );
      addTool(add);
      $`go`;
    });
    expect(running.most).toBe(3);
    // On a busy machine short waits end in any order.
    expect(prompt.getState("list")).toHaveLength(3);
    expect(prompt.getState("list")).toEqual(expect.arrayContaining([1, 3, 5]));
  });
});

describe("steps", () => {
  it("show a call whose arguments are no JSON with an empty input, and what the model was told", async () => {
    const { steps } = await play([{ calls: [{ name: "t", args: '{"a":' }] }], ({ defTool, $ }) => {
      defTool("t", "", none, () => "");
      $`go`;
    });
    expect(steps[0]?.output.content).toEqual([
      expect.objectContaining({ type: "tool-call", toolName: "t", input: {} }),
    ]);
    expect(JSON.stringify(resultsIn(steps[1]))).toContain("Invalid tool arguments JSON");
  });

  it("show messages that an effect put in place, whatever stands in them", async () => {
    const strange: Message[] = [
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "x", type: "function", function: { name: "t", arguments: "{" } }],
      },
      { role: "tool", tool_call_id: "x", content: "y" },
    ];
    const { steps, final } = await play([], ({ defEffect, $ }) => {
      defEffect((_context, modify) => modify("messages", strange));
      $`go`;
    });
    expect(final.stopReason).toBe("stop");
    expect(steps[0]?.input.prompt.at(-1)).toEqual({
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "x", toolName: "t", result: "y" }],
    });
  });
});
