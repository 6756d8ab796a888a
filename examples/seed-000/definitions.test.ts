import { createDefinitionProxy, DefinitionTracker, type PromptFunction, StatefulPrompt } from "@toolwright/core/prompt";
import { scripted } from "@toolwright/models";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { calls, logger, play, results, type Turn } from "./trying.ts";

describe("a definition's proxy", () => {
  it("reads as its tag and passes its wishes on", () => {
    const [onRemind, onDisable] = [vi.fn(), vi.fn()];
    const ref = createDefinitionProxy({ tag: "<myTool>", type: "defTool", name: "myTool", onRemind, onDisable });
    expect([ref.value, ref.toString(), `${ref}`, String(ref), `use ${ref}`]).toEqual([
      "<myTool>",
      "<myTool>",
      "<myTool>",
      "<myTool>",
      "use <myTool>",
    ]);
    expect([ref.remind(), ref.disable()]).toEqual(["<myTool>", "<myTool>"]);
    expect([onRemind.mock.calls, onDisable.mock.calls]).toEqual([[["defTool", "myTool"]], [["defTool", "myTool"]]]);
  });

  it("may be returned from an asynchronous prompt, and stands in a template as its tag", async () => {
    const { steps } = await play([], async ({ defTool, $ }) => {
      const ref = defTool("calculator", "Computes.", z.object({}), () => 1);
      $`Use ${ref}.`;
      return ref;
    });
    expect(steps[0]?.input.prompt.at(-1)).toEqual({ role: "user", content: "Use <calculator>." });
  });
});

describe("the tracker", () => {
  it("removes what a pass has not defined", () => {
    const tracker = new DefinitionTracker();
    const tools = { keep: 1, drop: 2 };
    const variables = new Map([
      ["a", 1],
      ["b", 2],
    ]);
    tracker.mark("defTool", "keep");
    tracker.prepareReconciliation();
    expect(tracker.isSeen("defTool", "keep")).toBe(false);
    tracker.mark("defTool", "keep");
    tracker.mark("defData", "b");
    expect(tracker.removeUnseenDefinitions({ tools, variables })).toEqual(["a", "drop"]);
    expect([Object.keys(tools), [...variables.keys()], tracker.getSeenDefinitions()]).toEqual([
      ["keep"],
      ["b"],
      ["defTool:keep", "defData:b"],
    ]);
  });
});

describe("re-execution", () => {
  const active = async (turns: Turn[], prompt: PromptFunction) =>
    (await play(turns, prompt)).steps.map(({ activeTools }) => activeTools);
  const go = calls({ name: "go" });

  it("keeps a tool that is defined again, and offers each once", async () => {
    const prompt: PromptFunction = ({ defTool, $ }) => {
      defTool("go", "Go", z.object({}), () => "ok");
      $`go`;
    };
    expect(await active([go, go], prompt)).toEqual([["go"], ["go"], ["go"]]);
  });

  it("drops and brings back what a state decides", async () => {
    const prompt: PromptFunction = ({ defTool, defState, $ }) => {
      const [mode, setMode] = defState("mode", "advanced");
      defTool("go", "Go", z.object({}), () =>
        setMode((before: string) => (before === "simple" ? "advanced" : "simple")),
      );
      if (mode === "advanced") defTool("advancedTool", "Advanced", z.object({}), () => "ok");
      $`go`;
    };
    expect(await active([go, go], prompt)).toEqual([["go", "advancedTool"], ["go"], ["go", "advancedTool"]]);
  });

  it("swaps the implementation; the last definition of a name counts", async () => {
    let version = 0;
    const { steps } = await play([go, go], ({ defTool, $ }) => {
      const now = ++version;
      defTool("go", "Old", z.object({}), () => "old");
      defTool("go", "New", z.object({}), () => ({ version: now }));
      $`go`;
    });
    expect(steps[0]?.activeTools).toEqual(["go"]);
    expect(results(steps[2])).toEqual([{ version: 1 }, { version: 2 }]);
  });

  it("offers a first tool that only a later step defines", async () => {
    let pass = 0;
    const turns = [calls({ name: "late" }), calls({ name: "late" })];
    const steps = await active(turns, ({ defTool, $ }) => {
      if (++pass > 1) defTool("late", "Late", z.object({}), () => "ok");
      $`go`;
    });
    expect(steps).toEqual([[], ["late"], ["late"]]);
  });
});

describe("reminding and disabling", () => {
  it("shows later effects what was reminded, in order and once", async () => {
    const seen: unknown[] = [];
    await play([], ({ defTool, defEffect, prompt, $ }) => {
      const [one, , three] = ["one", "two", "three"].map((name) => defTool(name, "", z.object({}), () => 1));
      defEffect(() => {
        one?.remind();
        three?.remind();
        one?.remind();
      }, []);
      defEffect(() => void seen.push(prompt.getRemindedItems()), []);
      $`go`;
    });
    expect(seen).toEqual([
      [
        { type: "defTool", name: "one" },
        { type: "defTool", name: "three" },
      ],
    ]);
  });

  it("may be wished before the run", async () => {
    const model = scripted([{ text: "end" }]);
    const prompt = StatefulPrompt.create(model, { logger });
    await prompt.define(({ defTool, $ }) => {
      defTool("important", "", z.object({}), () => 1).remind();
      $`go`;
    });
    expect(prompt.getRemindedItems()).toEqual([{ type: "defTool", name: "important" }]);
    await prompt.run().text;
    expect(String(prompt.steps[0]?.input.prompt.at(-1)?.content)).toContain("- important (tool)");
  });

  it("hides a disabled tool for one request, and reminds nobody of it", async () => {
    const { steps } = await play([calls({ name: "other" }), calls({ name: "other" })], ({ defTool, defEffect, $ }) => {
      const hidden = defTool("hidden", "", z.object({}), () => 1);
      defTool("other", "", z.object({}), () => 1);
      defEffect(({ stepNumber }) => {
        hidden.remind();
        if (stepNumber === 1) hidden.disable();
      });
      $`go`;
    });
    expect(steps.map(({ activeTools }) => activeTools)).toEqual([["hidden", "other"], ["other"], ["hidden", "other"]]);
    const reminded = steps.map(({ input }) => String(input.prompt.at(-1)?.content).includes("hidden"));
    expect(reminded).toEqual([true, false, true]);
  });

  it("effects run for every step, for the first, and when a dependency changed", async () => {
    const ran = { every: 0, once: 0, changed: 0 };
    await play([calls({ name: "up" }), calls({ name: "stay" })], ({ defTool, defState, defEffect, $ }) => {
      const [count, setCount] = defState("count", 0);
      defTool("up", "", z.object({}), () => setCount(1));
      defTool("stay", "", z.object({}), () => "ok");
      defEffect(() => void (ran.every += 1));
      defEffect(() => void (ran.once += 1), []);
      defEffect(() => void (ran.changed += 1), [count]);
      $`go`;
    });
    expect(ran).toEqual({ every: 3, once: 1, changed: 2 });
  });
});
