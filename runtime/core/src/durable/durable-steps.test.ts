import { describe, expect, it } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { KeptRun } from "../../test/kept-run.ts";
import { run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import { watched } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";

const write = { effects: "write" } as const;
const read = { effects: "read" } as const;

describe("a run on an engine", () => {
  it("has its id, and a step for every model call and every call of the model", async () => {
    const durable = new KeptRun();
    const { tool: outer } = counted("save", write);
    const twice = toolOf("twice", (_, { call }) => Promise.all([call("save", {}), call("save", {})]), write);
    const { tool: seen } = counted("see", read);
    const answers = [calling("see", "save", "twice"), { text: "Done." }];
    const { content, events } = await run(answers, { durable, tools: [outer, twice, seen] });
    expect(content).toBe("Done.");
    expect([...durable.begun]).toEqual([
      ["model:0", "repeatable"],
      ["c0", "repeatable"],
      ["c1", "once"],
      ["c2", "once"],
      ["model:1", "repeatable"],
    ]);
    expect(new Set(events.map(({ runId }) => runId))).toEqual(new Set(["the-run"]));
  });

  it("stores the beginning of a call before it runs", async () => {
    const { activity, journal } = watched();
    let last = "";
    const tool = toolOf("save", () => void (last = journal.events.at(-1)?.type ?? ""), write);
    await run([calling("save"), { text: "Done." }], { durable: new KeptRun(), tools: [tool], activity });
    expect(last).toBe("tool_call_start");
  });

  it("has the engine note the beginning of a call while the store does, and begins it when both have", async () => {
    const order: string[] = [];
    let storeStart = () => {};
    class SlowJournal extends MemoryJournal {
      readonly keepsOrder = true;
      #last: Promise<unknown> = Promise.resolve();
      override append(event: JournalEvent): Promise<void> {
        const stored = this.#last.then(async () => {
          if (event.type === "tool_call_start") await new Promise<void>((resolve) => (storeStart = resolve));
          order.push(event.type);
          await super.append(event);
        });
        this.#last = stored;
        return stored;
      }
    }
    const durable = new KeptRun();
    const noted = durable.step.bind(durable);
    durable.step = (key, work, policy) => {
      if (key === "c0") {
        order.push("noted");
        setTimeout(storeStart, 20);
      }
      return noted(key, work, policy);
    };
    const tool = toolOf("save", () => void order.push("run"), write);
    const activity = new ActivityStream(new SlowJournal());
    await run([calling("save"), { text: "Done." }], { durable, tools: [tool], activity });
    expect(order.filter((what) => ["noted", "tool_call_start", "run"].includes(what))).toEqual([
      "noted",
      "tool_call_start",
      "run",
    ]);
  });

  it("does nothing again that the engine knows of and the journal does not", async () => {
    const durable = new KeptRun();
    const { tool, contexts } = counted("save", write);
    const again = await crashed({
      answers: [calling("save"), { text: "first end" }],
      tools: [tool],
      config: { durable },
      after: ["tool_call_start", 1],
    });
    expect(contexts).toHaveLength(1);
    expect(again.texts).toEqual(["save ran"]);
    expect(again.content).toBe("first end");
    expect(again.model.requests).toEqual([]);
    expect(again.published.map(({ type }) => type)).not.toContain("warning");
  });

  it("does not ask the model again whose answer the engine has", async () => {
    const durable = new KeptRun();
    const again = await crashed({
      answers: [{ reasoning: "Hm.", text: "Kept." }],
      tools: [],
      config: { durable },
      after: ["step_start", 1],
      later: [{ text: "another" }],
    });
    expect(again).toMatchObject({ content: "Kept.", iterations: 1, usage: { inputTokens: 1, outputTokens: 1 } });
    expect(again.all.find(({ type }) => type === "assistant_message")?.data).toMatchObject({ reasoning: "Hm." });
  });

  it.each([
    ["once", write, "whether it took effect is not known"],
    ["repeatable", read, "save ran"],
  ] as const)("that broke off within a call that may run %s", async (_, effects, text) => {
    const durable = new KeptRun();
    const { tool, contexts } = counted("save", effects);
    const config = { durable };
    const crash = { answers: [calling("save")], tools: [tool], config, after: ["tool_call_start", 1] } as const;
    durable.kept.get = (key: string) => (key === "c0" ? undefined : Map.prototype.get.call(durable.kept, key));
    const again = await crashed(crash);
    expect(again.texts[0]).toContain(text);
    expect(contexts).toHaveLength(effects === read ? 2 : 1);
  });

  it("runs a call whose start is stored, and which the engine has not begun", async () => {
    const durable = new KeptRun();
    const { tool, contexts } = counted("save", write);
    const config = { durable };
    const crash = { answers: [calling("save")], tools: [tool], config, after: ["tool_call_start", 1] } as const;
    durable.begun.has = () => false;
    durable.kept.get = (key: string) => (key === "c0" ? undefined : Map.prototype.get.call(durable.kept, key));
    expect((await crashed(crash)).texts).toEqual(["save ran"]);
    expect(contexts).toHaveLength(2);
  });

  it("keeps of a long output what the model reads, and the ref to all of it", async () => {
    const durable = new KeptRun();
    const tool = toolOf("long", () => "line\n".repeat(100_000), read);
    const { messages } = await run([calling("long"), { text: "Done." }], { durable, tools: [tool] });
    const text = String(durable.kept.get("c0"));
    expect(text.length).toBeLessThan(64 * 1024 + 1_000);
    const { result } = JSON.parse(text);
    expect(result.ref).toMatchObject({ bytes: 500_000 });
    expect(messages.find(({ role }) => role === "tool")?.content).toBe(result.output.text);
  });

  it("gives the engine no answer that holds a secret, nor one that failed", async () => {
    const durable = new KeptRun();
    const secrets = [{ name: "key", value: 'hidden"value' }];
    const { tool } = counted("save", write);
    const answers = [
      { calls: [{ id: "c0", name: "save", args: { key: 'hidden"value' } }] },
      { text: "failed", finishReason: "error" },
    ] as const;
    await run(answers, { durable, tools: [tool], secrets });
    expect([durable.kept.get("model:0"), durable.kept.get("model:1")]).toEqual(["", ""]);
    expect(JSON.stringify([...durable.kept])).not.toContain("hidden");
  });
});
