import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gate, kept, SampleTool } from "../../test/sample-tool.ts";
import { ActivityStream } from "../journal/activity-stream.ts";

describe("overlapping calls of one instance", () => {
  it("keep parameters, ids and chunks apart, in whatever order they go on", async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), async (order) => {
        const activityStream = new ActivityStream();
        const events = kept(activityStream);
        const gates = order.map(gate);
        const tool = new SampleTool(activityStream, {
          work: async (args) => {
            tool.capture(args);
            await gates[Number(args.number)]?.opened;
            tool.chunk("x", `chunk ${args.number}`);
            return tool.failure("end", "user_error", undefined, { id: tool.own.toolCallId, number: args.number });
          },
        });
        const running = [0, 1, 2, 3].map((number) => tool.execute({ number }));
        await new Promise((resolve) => setTimeout(resolve));
        for (const number of order) gates[number]?.open();
        const results = await Promise.all(running);
        expect(results.map(({ error }) => error)).toEqual([0, 1, 2, 3].map((n) => `sample(number=${n}): end`));
        for (const { id, number } of results) {
          const chunk = events.find((event) => event.type === "tool_output_chunk" && event.parentId === id);
          expect(chunk?.data).toMatchObject({ chunk: `chunk ${number}` });
        }
      }),
      { numRuns: 20 },
    );
  });

  it("really overlap", async () => {
    const [first, second] = [gate(), gate()];
    const tool = new SampleTool(new ActivityStream(), {
      work: async ({ number }) => {
        (number === 0 ? second : first).open();
        await (number === 0 ? first : second).opened;
        return tool.success();
      },
    });
    expect(await Promise.all([tool.execute({ number: 0 }), tool.execute({ number: 1 })])).toHaveLength(2);
  });

  it("are known to each other's helpers: a tool inside a tool, and back", async () => {
    const activityStream = new ActivityStream();
    const inner = new SampleTool(activityStream, {
      name: "inner",
      work: () => {
        inner.capture({ in: 1 });
        return { ...inner.failure("a"), outer: outer.failure("b").error };
      },
    });
    const outer = new SampleTool(activityStream, {
      name: "outer",
      work: async () => {
        outer.capture({ out: 2 });
        const { error, outer: told } = await inner.execute();
        return outer.success({ error: "", told, inner: error, after: outer.failure("c").error });
      },
    });
    expect(await outer.execute()).toMatchObject({
      told: "outer(out=2): b",
      inner: "inner(in=1): a",
      after: "outer(out=2): c",
    });
  });

  it("allow a tool to call itself", async () => {
    const tool = new SampleTool(new ActivityStream(), {
      work: async (args) => {
        tool.capture(args);
        const deeper = args.n === 0 ? [] : [(await tool.execute({ n: Number(args.n) - 1 })).errors].flat();
        return tool.success({ errors: [...deeper, tool.failure("x").error] });
      },
    });
    expect((await tool.execute({ n: 2 })).errors).toEqual(["sample(n=0): x", "sample(n=1): x", "sample(n=2): x"]);
  });

  it("work with private fields and with fields that a call writes", async () => {
    class Counter extends SampleTool {
      #private = 0;
      written = 0;
      override async executeImpl() {
        this.#private += 1;
        this.written += 1;
        return this.success({ count: this.#private });
      }
    }
    const tool = new Counter(new ActivityStream(), { work: () => ({ success: true, error: "" }) });
    await Promise.all([tool.execute(), tool.execute()]);
    expect(await tool.execute()).toMatchObject({ count: 3 });
    expect(tool.written).toBe(3);
  });
});
