import { executeWithCallbacks, type ToolOptions, tool } from "@toolwright/core/prompt";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { calls, listening, play, results, rules, thrown } from "./trying.ts";

describe("one call", () => {
  it.each(rules)("of executeWithCallbacks: %s", async (_, rule) => {
    const { heard, execute, hooks } = listening(rule);
    expect(await executeWithCallbacks(execute, { q: 1 }, {}, hooks, rule.format)).toEqual(rule.gives);
    if (rule.hears) expect(heard).toEqual(rule.hears);
  });

  it.each(rules)("of a defTool in a run: %s", async (_, rule) => {
    const { heard, execute, hooks } = listening(rule);
    const options = { ...hooks, ...(rule.format && { formatOutput: rule.format }) } as ToolOptions;
    const { steps } = await play([calls({ name: "t", arguments: { q: 1 } })], ({ defTool, $ }) => {
      defTool("t", "A tool.", z.object({ q: z.number() }), execute as () => string, options);
      $`go`;
    });
    expect(results(steps[1])).toEqual([rule.gives]);
    if (rule.hears) expect(heard).toEqual(rule.hears);
  });

  it.each(rules)("of a sub-tool: %s", async (_, rule) => {
    const { heard, execute, hooks } = listening(rule);
    const options = { ...hooks, ...(rule.format && { formatOutput: rule.format }) } as ToolOptions;
    const { steps } = await play(
      [calls({ name: "many", arguments: { calls: [{ name: "t", args: { q: 1 } }] } })],
      ({ defTool, $ }) => {
        defTool("many", "Tools.", [
          tool("t", "A tool.", z.object({ q: z.number() }), execute as () => string, options),
        ]);
        $`go`;
      },
    );
    expect(results(steps[1])).toEqual([{ results: [{ name: "t", result: rule.gives }] }]);
    if (rule.hears) expect(heard).toEqual(rule.hears);
  });

  it("calls the hooks with the arguments of the document", async () => {
    const hooks = { beforeCall: vi.fn(), onSuccess: vi.fn(), onError: vi.fn() };
    await executeWithCallbacks(async () => ({ out: 1 }), { in: 1 }, {}, hooks);
    await executeWithCallbacks(thrown(new Error("bad")), { in: 2 }, {}, hooks);
    expect(hooks.beforeCall.mock.calls).toEqual([
      [{ in: 1 }, undefined],
      [{ in: 2 }, undefined],
    ]);
    expect(hooks.onSuccess.mock.calls).toEqual([[{ in: 1 }, { out: 1 }]]);
    expect(hooks.onError.mock.calls).toEqual([[{ in: 2 }, { error: "bad" }]]);
  });

  it("hands execute the input itself and the options of the call", async () => {
    const [execute, input, options] = [vi.fn(), { x: 5 }, { toolCallId: "c" }];
    await executeWithCallbacks(execute, input, options);
    expect(execute).toHaveBeenCalledWith(input, options);
    expect(execute.mock.calls[0]?.[0]).toBe(input);
  });

  it("tells formatOutput of the hooks too", async () => {
    const [formatOutput, hooks] = [vi.fn((output: unknown) => output), { onSuccess: () => undefined }];
    await executeWithCallbacks(async () => 1, {}, {}, hooks, formatOutput);
    await executeWithCallbacks(async () => 2, {}, {}, undefined, formatOutput);
    expect(formatOutput.mock.calls).toEqual([
      [1, hooks],
      [2, undefined],
    ]);
  });

  it.each(["beforeCall", "onSuccess", "onError"] as const)(
    "lets an error of %s through, and tells no other hook of it",
    async (name) => {
      const hooks = { onError: vi.fn(), [name]: thrown(new Error("hook")) };
      const execute = name === "onError" ? thrown(new Error("work")) : () => 1;
      await expect(executeWithCallbacks(execute, {}, {}, hooks)).rejects.toThrow("hook");
      if (name !== "onError") expect(hooks.onError).not.toHaveBeenCalled();
    },
  );

  it("shows the hooks what the schema made, and keeps what they do to it from the tool", async () => {
    class Path {
      readonly #parts: string[];
      note = "";
      constructor(text: string) {
        this.#parts = text.split("/");
      }
      get name() {
        return this.#parts.at(-1);
      }
    }
    const seen: unknown[] = [];
    const { steps } = await play([calls({ name: "t", arguments: { path: "a/b" } })], ({ defTool, $ }) => {
      const schema = z.object({ path: z.string().transform((text) => new Path(text)) });
      defTool("t", "", schema, ({ path }) => `${path.name}${path.note}`, {
        beforeCall: ({ path }) => {
          seen.push([path instanceof Path, path.name]);
          path.note = "changed";
        },
      });
      $`go`;
    });
    expect([seen, results(steps[1])]).toEqual([[[true, "b"]], ["b"]]);
  });
});
