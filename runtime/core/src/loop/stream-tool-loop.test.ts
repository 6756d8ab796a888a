import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel, wait } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { streamToolLoop } from "./stream-tool-loop.ts";
import { runToolLoop } from "./tool-loop.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

const look = toolOf("look", () => "seen", { effects: "read" });
const model = () => new WrittenModel([{ text: "looking", calls: [{ name: "look" }] }, { text: "all is well" }]);
const config = (extra: Partial<ToolLoopConfig> = {}): ToolLoopConfig => ({ model: model(), tools: [look], ...extra });

async function readAll(events: AsyncIterable<JournalEvent>, pause?: () => Promise<void>): Promise<JournalEvent[]> {
  const read: JournalEvent[] = [];
  for await (const event of events) {
    read.push(event);
    await pause?.();
  }
  return read;
}

const storedTypes = [
  "run_start",
  "step_start",
  "assistant_message",
  "tool_call_start",
  "tool_call_running",
  "tool_call_end",
  "step_end",
  "step_start",
  "assistant_message",
  "step_end",
  "done",
];
const typesOf = (events: readonly JournalEvent[]) =>
  events.map(({ type }) => type).filter((type) => !type.endsWith("delta"));

describe("streamToolLoop", () => {
  it("gives every event in order and ends after done, with the same result as runToolLoop", async () => {
    const { events, final, runId } = streamToolLoop(config(), []);
    const read = await readAll(events);
    expect(typesOf(read)).toEqual(storedTypes);
    expect(read.map(({ seq }) => seq)).toEqual(read.map((_, index) => index + 1));
    expect(new Set(read.map((event) => event.runId))).toEqual(new Set([runId]));
    const { messages: _, ...streamed } = await final;
    const { messages: __, ...plain } = await runToolLoop(config(), []);
    expect(streamed).toEqual(plain);
  });

  it("settles `final` when nobody reads, and can be read afterwards", async () => {
    const { events, final } = streamToolLoop(config(), []);
    expect(await final).toMatchObject({ stopReason: "stop", content: "all is well" });
    expect(typesOf(await readAll(events))).toEqual(storedTypes);
  });

  it("is not held up by a slow reader, nor by one that leaves", async () => {
    const slow = streamToolLoop(config(), []);
    expect(typesOf(await readAll(slow.events, () => wait(2)))).toEqual(storedTypes);
    const left = streamToolLoop(config(), []);
    for await (const event of left.events) if (event.type === "step_start") break;
    expect((await left.final).stopReason).toBe("stop");
  });

  it("tells of its own run only, over a journal that holds others and was not read yet", async () => {
    const journal = new MemoryJournal();
    await runToolLoop(config({ activity: new ActivityStream(journal) }), []);
    const { events, runId } = streamToolLoop(config({ activity: new ActivityStream(journal) }), []);
    const read = await readAll(events);
    expect(read.every((event) => event.runId === runId)).toBe(true);
    expect(typesOf(read)).toEqual(storedTypes);
  });

  it("ends when `done` cannot be stored", async () => {
    const journal = new MemoryJournal({ maxBytes: 1_500 });
    const options = { activity: new ActivityStream(journal), logger: new KeptLog() };
    const { events, final } = streamToolLoop(config(options), []);
    const read = await readAll(events);
    expect(read.at(-1)?.type).not.toBe("done");
    expect(await final).toMatchObject({ stopReason: "error", error: { code: "journal_failed" } });
  });

  it("ends when the stream keeps nothing to read", async () => {
    const activity = new ActivityStream(undefined, { replay: { events: 0 } });
    const { events, final } = streamToolLoop(config({ activity }), []);
    await readAll(events);
    expect((await final).stopReason).toBe("stop");
  });

  it("ends when the configuration cannot be used", async () => {
    const broken: ToolLoopConfig = JSON.parse('{"model":null,"tools":7}');
    const { events, final } = streamToolLoop({ ...broken, logger: new KeptLog() }, []);
    expect((await readAll(events)).at(-1)?.type).toBe("done");
    expect((await final).stopReason).toBe("error");
    const refused = streamToolLoop(config({ redaction: "required", tools: [toolOf("open", () => "x")] }), []);
    const told = await readAll(refused.events);
    expect(told.map(({ type }) => type)).toEqual(["error", "done"]);
    expect(told[0]?.data).toMatchObject({
      code: "invalid_options",
      error: expect.stringContaining("no allowlist: open"),
    });
    const nothing = streamToolLoop(JSON.parse("null"), JSON.parse("null"));
    await readAll(nothing.events);
    expect((await nothing.final).error?.code).toBe("invalid_options");
  });
});
