import { describe, expect, it } from "vitest";
import { deferred, runnerOf, toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import type { Effects } from "../tool/effects.ts";
import { resting } from "../tool/resting.ts";

/** Tools that tell when they start and end. */
function traced(options: Parameters<typeof runnerOf>[1] = {}) {
  const trace: string[] = [];
  const tool = (name: string, effects: Effects | undefined, ms: number) =>
    toolOf(
      name,
      async (input) => {
        const label = `${name}${Object.values(Object(input)).join("")}`;
        trace.push(`+${label}`);
        await wait(ms);
        trace.push(`-${label}`);
        return label;
      },
      effects === undefined ? {} : { effects },
    );
  const tools = [
    tool("read", "read", 8),
    tool("quick", "read", 1),
    tool("write", "write", 2),
    tool("undeclared", undefined, 2),
    tool("external", "external", 2),
  ];
  const { runner, events } = runnerOf(tools, options);
  const all = async (...names: string[]) => {
    const settled = await runner.execAll(names.map((name, n) => ({ name, arguments: { n } })));
    return settled.map(({ message }) => message.content);
  };
  return { trace, all, events, runner };
}

describe("the calls of one step", () => {
  it("give results in call order, whatever finishes first", async () => {
    const gate = deferred<void>();
    const ended: string[] = [];
    const ends = (name: string, until: () => Promise<void> | undefined) =>
      toolOf(
        name,
        async () => {
          await until();
          ended.push(name);
          gate.resolve();
          return name;
        },
        { effects: "read" },
      );
    const { runner } = runnerOf([ends("first", () => gate.promise), ends("second", () => undefined)]);
    const settled = await runner.execAll(["first", "second"].map((name) => ({ name, arguments: {} })));
    expect(settled.map(({ message }) => message.content)).toEqual(["first", "second"]);
    expect(ended).toEqual(["second", "first"]);
  });

  it("run together when they are reads, and alone and in order when they are not", async () => {
    const { all, trace } = traced();
    await all("read", "quick", "write", "undeclared", "external", "read", "quick");
    const alone = trace.slice(4, 10);
    expect(trace.slice(0, 2)).toEqual(["+read0", "+quick1"]);
    expect(alone).toEqual(["+write2", "-write2", "+undeclared3", "-undeclared3", "+external4", "-external4"]);
    expect(trace.slice(10, 12)).toEqual(["+read5", "+quick6"]);
  });

  it("run strictly one after the other with `maxConcurrency: 1`", async () => {
    const { all, trace } = traced({ maxConcurrency: 1 });
    await all("read", "quick", "read");
    expect(trace).toEqual(["+read0", "-read0", "+quick1", "-quick1", "+read2", "-read2"]);
  });

  it("start in call order", async () => {
    const { all, events } = traced();
    await all("read", "quick", "write", "read");
    const started = events.filter(({ type }) => type === "tool_call_start").map(({ seq }) => seq);
    expect(started).toEqual(started.toSorted((one, other) => one - other));
    expect(started).toHaveLength(4);
  });

  it("are not held up by one that is refused", async () => {
    const { all } = traced();
    const [first, second] = await all("nobody", "read");
    expect(first).toContain("Error [unknown_tool]");
    expect(second).toBe("read1");
  });

  it("that come after an abort are skipped, and each of them ends", async () => {
    const controller = new AbortController();
    const gate = deferred<void>();
    const { runner, events } = runnerOf([
      toolOf("stops", () => {
        controller.abort();
        return gate.promise;
      }),
      toolOf("after", () => "ran"),
    ]);
    const calls = ["stops", "after", "after"].map((name) => ({ name, arguments: {} }));
    const settled = await runner.execAll(calls, { signal: controller.signal });
    expect(settled.map(({ result }) => result.error?.code)).toEqual(["aborted", "skipped", "skipped"]);
    expect(events.filter(({ type }) => type === "tool_call_end")).toHaveLength(3);
  });

  it("that wait for a read are skipped when the run is aborted in the meantime", async () => {
    const controller = new AbortController();
    const gate = deferred<void>();
    let ran = 0;
    const { runner } = runnerOf([
      toolOf("read", () => gate.promise, { effects: "read" }),
      toolOf("write", () => ran++, { effects: "write" }),
    ]);
    const calls = ["read", "write"].map((name) => ({ name, arguments: {} }));
    const settling = runner.execAll(calls, { signal: controller.signal });
    await wait(1);
    controller.abort();
    gate.resolve();
    const settled = await settling;
    expect(ran).toBe(0);
    expect(settled.map(({ result }) => result.error?.code)).toEqual(["aborted", "skipped"]);
  });

  it("do not begin when the run is stopped while it is stored that they had waited", async () => {
    const controller = new AbortController();
    const append = async ({ type }: JournalEvent) => {
      if (type === "tool_call_running") controller.abort();
    };
    const activity = new ActivityStream({ append, async *read() {} });
    let ran = 0;
    const tools = [
      toolOf("read", () => wait(20), { effects: "read" }),
      toolOf("write", () => ran++, { effects: "write" }),
    ];
    const { runner } = runnerOf(tools, { activity });
    const calls = ["read", "write"].map((name) => ({ name, arguments: {} }));
    const settled = await runner.execAll(calls, { signal: controller.signal });
    expect(ran).toBe(0);
    expect(settled.map(({ result }) => result.error?.code)).toEqual([undefined, "skipped"]);
  });

  it("get their ids before any of them runs", async () => {
    const { runner } = runnerOf([toolOf("tool", (_, ctx) => ctx.toolCallId)]);
    const calls = ["a", "a", "b"].map((id) => ({ id, name: "tool", arguments: {} }));
    const settled = await runner.execAll(calls);
    expect(new Set(settled.map(({ toolCallId }) => toolCallId)).size).toBe(3);
    expect(settled.map(({ message }) => message.content)).toEqual(settled.map(({ toolCallId }) => toolCallId));
  });
});

/** Reads that wait for one gate, and then work. */
function waiting(options: Parameters<typeof runnerOf>[1], pause: Promise<unknown>) {
  let [begun, awake, most] = [0, 0, 0];
  const ended: string[] = [];
  const read = toolOf(
    "read",
    async (_, ctx) => {
      begun += 1;
      await resting(ctx, pause).catch(() => undefined);
      most = Math.max(most, (awake += 1));
      await wait(1);
      awake -= 1;
      ended.push("read");
    },
    { effects: "read" },
  );
  const write = toolOf("write", () => void ended.push("write"), { effects: "write" });
  const { runner } = runnerOf([read, write], options);
  const all = (...names: string[]) => runner.execAll(names.map((name, n) => ({ name, arguments: { n } })));
  return { all, ended, begun: () => begun, most: () => most };
}

describe("a read that waits for others", () => {
  const names = (count: number) => Array.from({ length: count }, () => "read");

  it("leaves its place to the next, and goes on when there is one", async () => {
    const gate = deferred<void>();
    const { all, begun, most } = waiting({ maxConcurrency: 2 }, gate.promise);
    const settled = all(...names(20));
    await expect.poll(begun).toBe(20);
    gate.resolve();
    expect((await settled).map(({ result }) => result.isError)).not.toContain(true);
    expect(most()).toBe(2);
  });

  it("also where what it waited for failed", async () => {
    const gate = deferred<void>();
    const { all, begun, most } = waiting({ maxConcurrency: 2 }, gate.promise);
    const settled = all(...names(5));
    await expect.poll(begun).toBe(5);
    gate.reject(new Error("gone"));
    await settled;
    expect(most()).toBe(2);
  });

  it("is over before what runs alone begins", async () => {
    const gate = deferred<void>();
    const { all, begun, ended } = waiting({ maxConcurrency: 2 }, gate.promise);
    const settled = all("read", "read", "read", "write", "read");
    await expect.poll(begun).toBe(3);
    gate.resolve();
    await settled;
    expect(ended).toEqual(["read", "read", "read", "write", "read"]);
  });

  it("is one of so many", async () => {
    const gate = deferred<void>();
    const { all, begun } = waiting({ maxConcurrency: 2 }, gate.promise);
    const settled = all(...names(100));
    await expect.poll(begun).toBe(64);
    await wait(5);
    expect(begun()).toBe(64);
    gate.resolve();
    expect(await settled).toHaveLength(100);
  });

  it("keeps its place where there is one alone", async () => {
    const gate = deferred<void>();
    const { all, begun } = waiting({ maxConcurrency: 1 }, gate.promise);
    const settled = all(...names(3));
    await wait(5);
    expect(begun()).toBe(1);
    gate.resolve();
    await settled;
    expect(begun()).toBe(3);
  });
});
