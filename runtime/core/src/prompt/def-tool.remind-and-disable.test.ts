import { describe, expect, it } from "vitest";
import { z } from "zod";
import { call, offered, play } from "../../test/prompting.ts";

const none = z.object({});

describe("defTool: remind and disable", () => {
  it("a reminder is seen by a later effect of the step, and by the model once", async () => {
    let seen: unknown;
    const { model } = await play([call("important")], ({ defTool, defEffect, prompt, $ }) => {
      const tool = defTool("important", "", none, () => "ok");
      defEffect(() => void tool.remind(), []);
      defEffect(() => void (seen = prompt.getRemindedItems()), []);
      $`go`;
    });
    expect(seen).toEqual([{ type: "defTool", name: "important" }]);
    expect(model.requests[0]?.messages.at(-1)).toEqual({
      role: "user",
      content: "[Reminder: Remember to use the following items in your response:\n- important (tool)]",
    });
    expect(JSON.stringify(model.requests[1]?.messages)).not.toContain("Reminder");
  });

  it("several reminders are kept once each, in the order of the wishes", async () => {
    let seen: unknown;
    await play([], ({ defTool, defEffect, getRemindedItems, $ }) => {
      const [one, , three] = ["one", "two", "three"].map((name) => defTool(name, "", none, () => "ok"));
      defEffect(() => {
        three?.remind();
        one?.remind();
        three?.remind();
      });
      defEffect(() => void (seen = getRemindedItems()));
      $`go`;
    });
    expect(seen).toEqual([
      { type: "defTool", name: "three" },
      { type: "defTool", name: "one" },
    ]);
  });

  it("disabling in an effect takes the tool out of that step only", async () => {
    const { model, steps } = await play([call("other"), call("other")], ({ defTool, defEffect, $ }) => {
      const tool = defTool("sometimes", "", none, () => "ok");
      defTool("other", "", none, () => "ok");
      defEffect(({ stepNumber }) => {
        if (stepNumber === 1) tool.disable();
      });
      $`go`;
    });
    expect([0, 1, 2].map((request) => offered(model, request))).toEqual([
      ["sometimes", "other"],
      ["other"],
      ["sometimes", "other"],
    ]);
    expect(steps.map(({ activeTools }) => activeTools.length)).toEqual([2, 1, 2]);
  });

  it("reminding of a tool and disabling it do not interfere", async () => {
    const { model } = await play([call("tool")], ({ defTool, defEffect, $ }) => {
      const tool = defTool("tool", "", none, () => "ok");
      defEffect(() => void tool.remind());
      defEffect(({ stepNumber }) => {
        if (stepNumber > 0) tool.disable();
      });
      $`go`;
    });
    expect([offered(model, 0), offered(model, 1)]).toEqual([["tool"], []]);
    const reminders = model.requests.map(({ messages }) => String(messages.at(-1)?.content).includes("- tool (tool)"));
    expect(reminders).toEqual([true, false]);
  });
});

it("a reminder names nothing that the step leaves out", async () => {
  const { model } = await play([call("kept")], ({ defTool, defSystem, def, defEffect, $ }) => {
    const refs = [
      defTool("kept", "", {}, () => "ok"),
      defTool("gone", "", {}, () => "ok"),
      defSystem("rules", "x"),
      def("who", "y"),
    ];
    const [kept, ...others] = refs;
    $`go`;
    defEffect(({ stepNumber }) => {
      for (const ref of refs) ref.remind();
      for (const ref of others) ref.disable();
      if (stepNumber === 1) kept?.disable();
    });
  });
  const reminders = model.requests.map(({ messages }) => String(messages.at(-1)?.content).includes("[Reminder"));
  expect(reminders).toEqual([true, false]);
  expect(model.requests[0]?.messages.at(-1)?.content).toMatch(/:\n- kept \(tool\)\]$/);
});
