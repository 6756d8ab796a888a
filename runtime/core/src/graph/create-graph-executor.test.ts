import { describe, expect, it } from "vitest";
import { z } from "zod";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { AiEvent } from "../journal/ai-event.ts";
import type { JournalEvent } from "../journal/event.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { createGraphExecutor } from "./create-graph-executor.ts";
import type { GraphExecutorPort } from "./graph-executor.port.ts";

const caller = { requestId: "r1", graphRunId: "g1", graphName: "chat", graphVersion: "1" };
const messages = [{ role: "user", content: "x" }] as const;
const tool = defineTool({
  name: "t",
  description: "",
  input: z.object({}),
  allowlist: "all",
  execute: () => "ran",
});

async function typesOf(stream: AsyncIterable<AiEvent>): Promise<string[]> {
  const types: string[] = [];
  for await (const event of stream) types.push(event.type);
  return types;
}

describe("createGraphExecutor", () => {
  it("runs several steps with one done and one final", async () => {
    const model = new WrittenModel([{ calls: [{ name: "t" }] }, { calls: [{ name: "t" }] }, { text: "end" }]);
    const executor: GraphExecutorPort = createGraphExecutor({ model, tools: [tool] });
    const { stream, final } = executor.runGraph({ messages, caller });
    const types = await typesOf(stream);
    expect(types.filter((type) => type === "done")).toHaveLength(1);
    expect(types.at(-1)).toBe("done");
    expect(await final).toMatchObject({ ok: true, requestId: "r1", content: "end", finishReason: "stop" });
  });

  it.each(["run_start", "assistant_message", "done"])(
    "ends its stream with one done though %s cannot be stored",
    async (type) => {
      const journal = new MemoryJournal();
      const append = (event: JournalEvent) => {
        if (event.type === type) throw new Error("disk full");
        return journal.append(event);
      };
      const activity = new ActivityStream({ append, read: (after) => journal.read(after) });
      const config = { model: new WrittenModel([{ text: "end" }]), activity, logger: new KeptLog() };
      const { stream, final } = createGraphExecutor(config).runGraph({ messages, caller });
      const types = await typesOf(stream);
      expect([types.filter((each) => each === "done").length, types.at(-1)]).toEqual([1, "done"]);
      expect((await final).ok).toBe(false);
    },
  );

  it("settles final when nobody reads the stream, and when a reader leaves early", async () => {
    const model = new WrittenModel(() => ({ text: "a long answer" }));
    const executor = createGraphExecutor({ model });
    expect((await executor.runGraph({ messages, caller }).final).ok).toBe(true);
    const { stream, final } = executor.runGraph({ messages, caller });
    for await (const _event of stream) break;
    expect((await final).ok).toBe(true);
  });

  it("never ends in tool calls when it reaches its limit", async () => {
    const model = new WrittenModel(() => ({ calls: [{ name: "t" }] }));
    const { final } = createGraphExecutor({ model, tools: [tool], maxIterations: 2 }).runGraph({ messages, caller });
    expect(await final).toMatchObject({ ok: true, finishReason: "other" });
  });

  it("gives failures and aborts as values", async () => {
    const failing = createGraphExecutor({ model: new WrittenModel([{ finishReason: "error" }]) });
    expect(await failing.runGraph({ messages, caller }).final).toMatchObject({ ok: false, error: { code: "http" } });
    const signal = AbortSignal.abort();
    const stopped = createGraphExecutor({ model: new WrittenModel([{ text: "x" }]) });
    expect(await stopped.runGraph({ messages, caller, signal }).final).toMatchObject({
      ok: false,
      error: { code: "aborted" },
    });
  });

  it("refuses a caller that names a graph by halves before anything runs", () => {
    const model = new WrittenModel([]);
    const halves = JSON.parse('{"requestId":"r","graphRunId":"g"}');
    expect(() => createGraphExecutor({ model }).runGraph({ messages, caller: halves })).toThrow("graphName");
    expect(model.requests).toEqual([]);
  });

  it("makes its configuration for the caller where it is a function", async () => {
    const seen: string[] = [];
    const executor = createGraphExecutor(({ requestId }) => {
      seen.push(requestId);
      return { model: new WrittenModel([{ text: "x" }]) };
    });
    await executor.runGraph({ messages, caller }).final;
    expect(seen).toEqual(["r1"]);
  });

  it("refuses tools without an allowlist, unless its configuration says otherwise", async () => {
    const open = defineTool({ name: "open", description: "Open.", input: z.object({}), execute: () => "ran" });
    const ended = (more: object) => {
      const model = new WrittenModel([]);
      const logger = new KeptLog();
      return createGraphExecutor({ model, tools: [open], logger, ...more }).runGraph({ messages, caller }).final;
    };
    expect(await ended({})).toMatchObject({ ok: false, error: { message: expect.stringContaining("open") } });
    expect(await ended({ redaction: "optional" })).toMatchObject({ ok: true });
  });
});
