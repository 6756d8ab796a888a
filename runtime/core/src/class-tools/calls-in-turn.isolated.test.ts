import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

// Without `AsyncLocalStorage`, as in a browser. The modules are loaded after it has gone.
const known = process.getBuiltinModule;
beforeAll(() => {
  Object.defineProperty(process, "getBuiltinModule", { value: undefined, configurable: true, writable: true });
});
afterAll(() => {
  Object.defineProperty(process, "getBuiltinModule", { value: known, configurable: true, writable: true });
});

async function load() {
  const { SampleTool, gate, kept } = await import("../../test/sample-tool.ts");
  const { ActivityStream } = await import("../journal/activity-stream.ts");
  return { SampleTool, gate, kept, ActivityStream };
}

describe("where calls cannot be told apart", () => {
  it("those of one instance queue, and keep parameters, ids and chunks apart", async () => {
    const { SampleTool, kept, ActivityStream } = await load();
    const activityStream = new ActivityStream();
    const events = kept(activityStream);
    let running = 0;
    let most = 0;
    const tool = new SampleTool(activityStream, {
      work: async (args) => {
        most = Math.max(most, ++running);
        tool.capture(args);
        await new Promise((resolve) => setTimeout(resolve, 2));
        tool.chunk("x", `chunk ${args.n}`);
        running -= 1;
        return tool.failure("end", "user_error", undefined, { id: tool.own.toolCallId, n: args.n });
      },
    });
    const results = await Promise.all([0, 1, 2].map((n) => tool.execute({ n })));
    expect(most).toBe(1);
    expect(results.map(({ error }) => error)).toEqual([0, 1, 2].map((n) => `sample(n=${n}): end`));
    for (const { id, n } of results) {
      const chunk = events.find((event) => event.type === "tool_output_chunk" && event.parentId === id);
      expect(chunk?.data).toMatchObject({ chunk: `chunk ${n}` });
    }
  });

  it("those of two instances do not wait for each other", async () => {
    const { SampleTool, gate, ActivityStream } = await load();
    const [first, second] = [gate(), gate()];
    const make = (mine: ReturnType<typeof gate>, other: ReturnType<typeof gate>) =>
      new SampleTool(new ActivityStream(), {
        work: async () => {
          other.open();
          await mine.opened;
          return { success: true, error: "" };
        },
      });
    const results = await Promise.all([make(first, second).execute(), make(second, first).execute()]);
    expect(results.map(({ success }) => success)).toEqual([true, true]);
  });

  it("a failed call lets the next one run, and one whose time is over never runs", async () => {
    const { SampleTool, gate, ActivityStream } = await load();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const blocked = gate();
    const ran: unknown[] = [];
    class Hurried extends SampleTool {
      override readonly timeoutMs = 250;
    }
    const tool = new Hurried(new ActivityStream(), {
      work: async ({ n }) => {
        ran.push(n);
        if (n === 0) throw new Error("broken");
        if (n === 1) await blocked.opened;
        return tool.success();
      },
    });
    const results = await Promise.all([0, 1, 2].map((n) => tool.execute({ n })));
    expect(results.map(({ error }) => error)).toEqual([
      "sample(): broken",
      expect.stringContaining("timed out"),
      expect.stringContaining("timed out"),
    ]);
    blocked.open();
    expect(await tool.execute({ n: 3 })).toMatchObject({ success: true });
    expect(ran).toEqual([0, 1, 3]);
  });
});
