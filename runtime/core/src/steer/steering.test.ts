import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { illegality } from "../../test/invariants/checks.ts";
import { KeptRun } from "../../test/kept-run.ts";
import { look, user } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel, wait } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { providerHistory } from "../journal/provider-history.ts";
import { stepRecords } from "../journal/step-records.ts";
import { resumeToolLoop } from "../loop/resume.ts";
import { streamToolLoop } from "../loop/stream-tool-loop.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { Message } from "../model/messages.ts";
import { secret } from "../secrets/secret.ts";
import { createSteerQueue } from "./create-steer-queue.ts";
import type { SteerQueue } from "./steer-queue.ts";

const texts = (messages: readonly Message[]) => messages.map(({ role, content }) => `${role}: ${content}`);
const looks = (n: number) => Array.from({ length: n }, () => ({ calls: [{ name: "look" }] }));
const saidIn = (messages: readonly Message[]) =>
  messages.flatMap(({ role, content }) => (role === "user" && String(content).startsWith("said ") ? [content] : []));

describe("a message that is said while a run goes on", () => {
  it("joins the next request, behind the results of the step", async () => {
    const steering = createSteerQueue();
    const model = new WrittenModel([...looks(1), { text: "end" }]);
    const tool = toolOf("look", () => {
      steering.add("said in time");
      return "seen";
    });
    const { messages } = await runToolLoop({ model, tools: [tool], steering }, user);
    expect(texts(model.requests[1]?.messages ?? [])).toEqual([
      "user: go",
      "assistant: ",
      "tool: seen",
      "user: said in time",
    ]);
    expect(texts(messages).at(-1)).toBe("assistant: end");
  });

  it.each([{}, { finishReason: "length" } as const])("makes a run go on that would have ended (%o)", async (ending) => {
    const steering = createSteerQueue();
    const model = new WrittenModel((n) => {
      if (n === 0) steering.add("said late");
      return { text: `answer ${n}`, ...(n === 0 ? ending : {}) };
    });
    const result = await runToolLoop({ model, steering }, user);
    expect(result).toMatchObject({ stopReason: "stop", content: "answer 1", iterations: 2 });
    expect(texts(result.messages)).toEqual([
      "user: go",
      "assistant: answer 0",
      "user: said late",
      "assistant: answer 1",
    ]);
    expect(result).not.toHaveProperty("unsent");
  });

  it("is stored before the request that holds it, and every view of the events has it", async () => {
    const journal = new MemoryJournal();
    const run = streamToolLoop(
      { model: new WrittenModel([...looks(1), { text: "end" }]), tools: [look], activity: new ActivityStream(journal) },
      user,
    );
    const said = run.steer("said at once", { id: "mine" });
    const { messages } = await run.final;
    expect(await said.sent).toBe(true);
    expect(said.cancel()).toBe(false);
    const types = journal.events.map(({ type }) => type);
    expect(types.indexOf("steered")).toBe(types.indexOf("step_start") - 1);
    expect(journal.events.find(({ type }) => type === "steered")?.data).toEqual({
      messageId: "mine",
      message: { role: "user", content: "said at once" },
    });
    expect(providerHistory(journal.events)).toEqual(messages);
    expect(stepRecords(journal.events)[0]?.input.prompt).toEqual(messages.slice(0, 2));
  });

  it("waits for the next step where its queue fails", async () => {
    const queue = createSteerQueue();
    const logger = new KeptLog();
    let isLocked = true;
    const steering: SteerQueue = {
      waiting: () => queue.waiting(),
      async take() {
        if (isLocked) throw new Error("The database is locked.");
        return queue.take();
      },
      sent: (ids) => queue.sent(ids),
      ended: (stopReason) => queue.ended(stopReason),
    };
    const model = new WrittenModel((n) => {
      isLocked = n !== 1;
      return n < 2 ? { calls: [{ name: "look" }] } : { text: "end" };
    });
    queue.add("said");
    const result = await runToolLoop({ model, tools: [look], steering, logger }, user);
    expect(result).toMatchObject({ stopReason: "stop", content: "end" });
    expect(model.requests.map(({ messages }) => messages.some(({ content }) => content === "said"))).toEqual([
      false,
      false,
      true,
    ]);
    expect(logger.lines.join()).toContain("What waits for a run could not be taken");
  });

  it("is heard once, and ends no run, where its queue cannot be told what was sent, nor be watched", async () => {
    const queue = createSteerQueue();
    const logger = new KeptLog();
    const locked = (): never => {
      throw new Error("The database is locked.");
    };
    const steering: SteerQueue = {
      waiting: () => queue.waiting(),
      take: () => queue.take(),
      sent: locked,
      ended: (stopReason) => queue.ended(stopReason),
      watch: locked,
    };
    queue.add("said once");
    const model = new WrittenModel([...looks(2), { text: "end" }]);
    const result = await runToolLoop({ model, tools: [look], steering, logger }, user);
    expect(result).toMatchObject({ stopReason: "stop", content: "end", iterations: 3 });
    expect(saidIn(result.messages)).toEqual(["said once"]);
    expect(result).not.toHaveProperty("unsent");
    expect(logger.lines.join()).toContain("could not be told what was sent");
    const unwatched = createSteerQueue();
    const throwing = { ...steering, waiting: () => unwatched.waiting(), sent: () => undefined, watch: () => locked };
    const ended = await runToolLoop({ model: new WrittenModel([{ text: "end" }]), steering: throwing, logger }, user);
    expect(ended.stopReason).toBe("stop");
  });

  it("can be taken back until a request has it, and one id is one message", async () => {
    const steering = createSteerQueue();
    const first = steering.add("said once", { id: "a" });
    expect(steering.add("said again", { id: "a" })).toBe(first);
    expect(steering.waiting()).toHaveLength(1);
    expect(first.cancel()).toBe(true);
    expect(await first.sent).toBe(false);
    const model = new WrittenModel([{ text: "end" }]);
    expect(texts((await runToolLoop({ model, steering }, user)).messages)).toEqual(["user: go", "assistant: end"]);
  });

  it.each([
    { stopReason: "max_iterations", answers: looks(3), extra: { maxIterations: 1 } },
    { stopReason: "error", answers: [{ finishReason: "error" } as const], extra: {} },
  ])("is told as unsent where the run ends in $stopReason", async ({ stopReason, answers, extra }) => {
    const steering = createSteerQueue();
    const model = new WrittenModel((n) => {
      if (n === 0) steering.add("said in vain", { id: "v" });
      return answers[n] ?? { text: "end" };
    });
    const result = await runToolLoop({ model, tools: [look], steering, ...extra }, user);
    expect(result).toMatchObject({ stopReason, unsent: [{ role: "user", content: "said in vain" }] });
    expect(saidIn(result.messages)).toEqual([]);
    expect(steering.waiting()).toEqual([]);
  });

  it("is told as unsent after a stop, and what was stored stays", async () => {
    const controller = new AbortController();
    const steering = createSteerQueue();
    const tool = toolOf("look", () => {
      steering.add("said too late");
      controller.abort();
      return "seen";
    });
    const journal = new MemoryJournal();
    const config = { model: new WrittenModel(looks(3)), tools: [tool], steering, signal: controller.signal };
    const result = await runToolLoop({ ...config, activity: new ActivityStream(journal) }, user);
    expect(result).toMatchObject({ stopReason: "aborted", unsent: [{ content: "said too late" }] });
    expect(journal.events.map(({ type }) => type)).not.toContain("steered");
  });

  it("tells whoever shows the run what waits", async () => {
    const model = new WrittenModel([{ calls: [{ name: "slow" }] }, { text: "end" }]);
    const slow = toolOf("slow", async () => {
      await wait(20);
      return "done";
    });
    const activity = new ActivityStream();
    const told: string[][] = [];
    activity.subscribe("steer_queue", ({ data }) => void told.push(data.waiting.map(({ messageId }) => messageId)));
    const run = streamToolLoop({ model, tools: [slow], activity }, user);
    await wait(5);
    run.steer("one", { id: "1" });
    run.steer("two", { id: "2" }).cancel();
    await run.final;
    expect(told.at(0)).toContain("1");
    expect(told.at(-1)).toEqual([]);
  });

  it("masks secrets, in the request and in every event", async () => {
    const steering = createSteerQueue();
    steering.add("said hunter22");
    const activity = new ActivityStream();
    const events: JournalEvent[] = [];
    activity.subscribe("*", (event) => void events.push(event));
    const model = new WrittenModel([{ text: "end" }]);
    await runToolLoop({ model, steering, activity, secrets: [secret("password", "hunter22")] }, user);
    expect(JSON.stringify([events, model.requests])).not.toContain("hunter22");
    expect(JSON.stringify(model.requests)).toContain("[secret:password]");
  });

  it("refuses what no user says, and gives nothing to a run that is over", async () => {
    const run = streamToolLoop({ model: new WrittenModel([{ text: "end" }]) }, user);
    // @ts-expect-error a message of the model
    expect(() => run.steer({ role: "assistant" })).toThrow(TypeError);
    await run.final;
    expect(await run.steer("said after the end").sent).toBe(false);
  });

  it.each([
    ["assistant_message", 0],
    // An engine keeps what a step came to before a journal has to have its beginning.
    ["step_start", 0],
    ["step_start", 1],
  ] as const)(
    "is heard by nobody in a step that an engine may have answered already: before %s %d",
    async (type, n) => {
      const whole = new MemoryJournal();
      const durable = new KeptRun();
      const first = new WrittenModel(looks(1));
      await runToolLoop({ model: first, tools: [look], durable, activity: new ActivityStream(whole) }, user);
      const cut = whole.events.filter((event) => event.type === type)[n]?.seq ?? 0;
      const journal = new MemoryJournal();
      for (const event of whole.events) if (event.seq < cut) journal.append(event);
      // What comes after the answer it waits for: a journal has that before anything else is done.
      if (n === 0) for (const key of ["c0", "model:1"]) durable.kept.delete(key);
      const steering = createSteerQueue();
      steering.add("said meanwhile");
      const model = new WrittenModel([{ text: "heard" }]);
      await resumeToolLoop({ model, tools: [look], steering, durable, activity: new ActivityStream(journal) });
      // The engine has all answers of the first attempt; the model is asked for one more, which hears it.
      expect(model.requests.map(({ messages }) => saidIn(messages).length)).toEqual([1]);
    },
  );
});

describe("messages at any instant", () => {
  const scripts = fc.record({
    steps: fc.integer({ min: 0, max: 4 }),
    at: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
  });

  /** Runs while messages come in at these events; each is accepted before the run goes on. */
  async function steered({ steps, at }: { readonly steps: number; readonly at: readonly number[] }) {
    const journal = new MemoryJournal();
    const activity = new ActivityStream(journal);
    const steering = createSteerQueue();
    const accepted: { readonly id: string; readonly text: string; readonly seq: number }[] = [];
    activity.subscribe("*", ({ seq, type }) => {
      if (type === "done" || type === "steer_queue") return;
      for (const place of at)
        if (place === seq) {
          const id = `m${accepted.length}`;
          accepted.push({ id, text: `said ${accepted.length}`, seq });
          steering.add(`said ${accepted.length - 1}`, { id });
        }
    });
    const model = new WrittenModel([...looks(steps)]);
    const result = await runToolLoop({ model, tools: [look], steering, activity, logger: new KeptLog() }, user);
    return { ...result, model, journal, accepted };
  }

  it("gives no illegal history, and each appears exactly once, in order", async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const { messages, model, journal, accepted, unsent = [] } = await steered(script);
        for (const request of model.requests) expect(illegality(request.messages)).toBeUndefined();
        expect([...saidIn(messages), ...saidIn(unsent)]).toEqual(accepted.map(({ text }) => text));
        expect(providerHistory(journal.events)).toEqual(messages);
      }),
      { numRuns: 150 },
    );
  });

  it("loses none and doubles none wherever the process dies", async () => {
    await fc.assert(
      fc.asyncProperty(scripts, fc.nat(), async (script, place) => {
        const { journal: whole, accepted } = await steered(script);
        const open = whole.events.filter(({ type }) => type !== "done");
        const kept = open.slice(0, 1 + (place % open.length));
        const journal = new MemoryJournal();
        for (const event of kept) journal.append(JSON.parse(JSON.stringify(event)));
        // A queue that outlives the process has all that was accepted, also what the dead process had stored with the
        // run.
        const died = kept.at(-1)?.seq ?? 0;
        const steering = createSteerQueue();
        const before = accepted.filter(({ seq }) => seq <= died);
        for (const { id, text } of before) steering.add(text, { id });
        const model = new WrittenModel([{ text: "the end" }]);
        const activity = new ActivityStream(journal);
        const { messages } = await resumeToolLoop({ model, tools: [look], steering, activity, logger: new KeptLog() });
        expect(illegality(messages)).toBeUndefined();
        expect(saidIn(messages)).toEqual(before.map(({ text }) => text));
        expect(providerHistory(journal.events)).toEqual(messages);
      }),
      { numRuns: 150 },
    );
  });
});
