import {
  ActivityStream,
  askForWrites,
  type DefineToolOptions,
  defineTool,
  type JournalEvent,
  type RunnerOptions,
  secret,
  type Tool,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import { describe, expect, it } from "vitest";
import type { Ran, ScriptedCall, Subject } from "../../../checks/frameworks/subjects/subject.ts";

/** A runner with all that it records, and the framework's tools of it. */
export function ready(subject: Subject, tools: readonly Tool[], options: Partial<RunnerOptions> = {}) {
  const activity = new ActivityStream();
  const events: JournalEvent[] = [];
  activity.subscribe("*", (event) => events.push(event));
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const runner = new ToolRunner({ registry: new ToolRegistry(tools), activity, logger: silent, ...options });
  const run = async (steps: readonly (readonly ScriptedCall[])[], signal?: AbortSignal): Promise<Ran> =>
    subject.run({ tools: await subject.ours(runner), steps, ...(signal && { signal }) });
  return { runner, events, run };
}

let ids = 0;

/** A call with an id that no other one has. */
export function call(name: string, args: object | string, id = `call_${++ids}`): ScriptedCall {
  return { id, name, arguments: typeof args === "string" ? args : JSON.stringify(args) };
}

type Extra = Partial<Omit<DefineToolOptions<unknown, unknown>, "name" | "execute">>;

export function toolOf(name: string, execute: DefineToolOptions<unknown, unknown>["execute"], extra: Extra = {}): Tool {
  return defineTool({ description: `Does ${name}.`, input: { type: "object" }, ...extra, name, execute });
}

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const NUMBERS = {
  type: "object",
  properties: { n: { type: "integer" }, list: { type: "array", items: { type: "integer" } } },
  required: ["n"],
  additionalProperties: false,
};

/** What holds for every framework: each promise in its real loop, with a model that is scripted. */
export function contract(subject: Subject): void {
  describe(`${subject.name}: a tool of ours in its loop`, () => {
    it("tells the model the schema byte for byte", async () => {
      const { run } = ready(subject, [toolOf("count", () => "counted", { input: NUMBERS })]);
      const { parameters } = await run([[call("count", { n: 1 })]]);
      expect(JSON.stringify(parameters.count)).toBe(JSON.stringify(NUMBERS));
    });

    it("mends what can be mended, and refuses the rest with the place of the mistake", async () => {
      const got: unknown[] = [];
      const count = toolOf("count", (input) => void got.push(input), { input: NUMBERS });
      const { run, events } = ready(subject, [count]);
      const { answers } = await run([
        [call("count", { n: "5", list: "[1,2]" }, "a")],
        [call("count", { n: "many" }, "b")],
        [call("count", { list: [1] }, "c")],
      ]);
      expect(got).toEqual([{ n: 5, list: [1, 2] }]);
      expect(answers.map(({ id }) => id)).toEqual(["a", "b", "c"]);
      expect(answers[1]?.text).toContain("Error [invalid_arguments]: ");
      expect(answers[1]?.text).toContain("/n: expected integer");
      expect(answers[2]?.text).toContain("/n");
      const starts = events.filter(({ type }) => type === "tool_call_start");
      expect(starts.map(({ id }) => id)).toEqual(["a", "b", "c"]);
      expect(starts[0]?.data).toMatchObject({ repairs: [expect.any(String), expect.any(String)] });
    });

    it("hands arguments that are no JSON object to our reader, as the model wrote them", async () => {
      const got: unknown[] = [];
      const count = toolOf("count", (input) => void got.push(input), { input: NUMBERS });
      const { run, events } = ready(subject, [count]);
      const written = ['{"n": 5', "n = 5", '"{\\"n\\": 6}"', "{'n': 7}", "[8]", ""];
      const { answers, thrown } = await run(written.map((text, at) => [call("count", text, `c${at}`)]));
      expect(thrown).toBeUndefined();
      expect(answers.map(({ id }) => id)).toEqual(written.map((_, at) => `c${at}`));
      const texts = answers.map(({ text }) => text);
      for (const at of [0, 1, 3]) expect(texts[at]).toContain("Error [invalid_json]");
      expect(texts[4]).toContain("Error [invalid_arguments]");
      expect(texts[5]).toContain("/n: missing");
      expect(got).toEqual([{ n: 6 }]);
      expect(events.filter(({ type }) => type === "tool_call_end")).toHaveLength(written.length);
    });

    it("holds the deadline of a tool that does not listen", async () => {
      const deaf = toolOf("deaf", () => wait(20_000).then(() => "late"), { timeoutMs: 50 });
      const { run } = ready(subject, [deaf]);
      const started = performance.now();
      const { answers } = await run([[call("deaf", {})]]);
      expect(answers[0]?.text).toMatch(/50 ms|timed out|deadline/i);
      expect(performance.now() - started).toBeLessThan(5_000);
    });

    it("shows what the allowlist names, masked, and no other field", async () => {
      const lookup = toolOf("lookup", () => ({ name: "Ada", note: "pw hunter2-hunter2", ssn: "123-45" }), {
        allowlist: ["name", "note"],
        effects: "read",
      });
      const { run, events } = ready(subject, [lookup], { secrets: [secret("password", "hunter2-hunter2")] });
      const { answers } = await run([[call("lookup", {})]]);
      expect(JSON.parse(answers[0]?.text ?? "")).toEqual({ name: "Ada", note: "pw [secret:password]" });
      expect(JSON.stringify(events)).not.toMatch(/hunter2|123-45/);
    });

    it("says nothing of a secret in an exception", async () => {
      const fails = toolOf("fails", () => {
        throw new Error("no connection to postgres://admin:hunter2@db");
      });
      const { run } = ready(subject, [fails]);
      const { answers } = await run([[call("fails", {})]]);
      expect(answers[0]?.text).toContain("no connection");
      expect(answers[0]?.text).not.toContain("hunter2");
    });

    it("keeps a long output within the bounds, with a ref to the rest", async () => {
      const long = toolOf("long", () => "all work and no play\n".repeat(250_000));
      const { run, events } = ready(subject, [long]);
      const { answers } = await run([[call("long", {})]]);
      expect(answers[0]?.text.length).toBeLessThanOrEqual(52_000);
      const end = events.find(({ type }) => type === "tool_call_end");
      expect(end?.data).toMatchObject({ result: { ref: { id: expect.any(String) } } });
    });

    it("refuses an output off its schema, and one that is no JSON", async () => {
      const wrong = toolOf("wrong", () => ({ n: "secret word" }), {
        output: { type: "object", properties: { n: { type: "integer" } } },
      });
      const big = toolOf("big", () => {
        const round: Record<string, unknown> = {};
        round.self = round;
        return Object(round);
      });
      const { run } = ready(subject, [wrong, big]);
      const { answers } = await run([[call("wrong", {})], [call("big", {})]]);
      expect(answers[0]?.text).toContain("does not fit its schema");
      expect(answers[0]?.text).not.toContain("secret word");
      expect(answers[1]?.text).toContain("circular");
    });

    it("runs reads together, at most eight, and everything else alone", async () => {
      let now = 0;
      let most = 0;
      let beside = 0;
      const work = (writes: boolean) => async () => {
        now += 1;
        most = Math.max(most, now);
        if (writes) beside = Math.max(beside, now);
        await wait(10);
        now -= 1;
        return "done";
      };
      const tools = [
        toolOf("look", work(false), { effects: "read" }),
        toolOf("change", work(true), { effects: "write" }),
      ];
      const { run } = ready(subject, tools);
      const reads = Array.from({ length: 20 }, (_, at) => call("look", { at }));
      const { answers } = await run([[...reads, call("change", { at: 1 }), call("change", { at: 2 })]]);
      expect(answers).toHaveLength(22);
      expect({ most, beside }).toEqual({ most: subject.inOrder === true ? 1 : 8, beside: 1 });
    });

    it("stops a call that comes to the same for ever", async () => {
      let ran = 0;
      const again = toolOf("again", () => {
        ran += 1;
        return "the same";
      });
      const { run } = ready(subject, [again]);
      const { answers } = await run(Array.from({ length: 6 }, () => [call("again", { a: 1 })]));
      expect(ran).toBeLessThanOrEqual(4);
      expect(answers.at(-1)?.text).toContain("same");
    });

    it("runs a repeated id once, and refuses it with other arguments", async () => {
      const ran: unknown[] = [];
      const pay = toolOf("pay", (input) => {
        ran.push(input);
        return `paid ${ran.length}`;
      });
      const { run } = ready(subject, [pay]);
      const first = await run([[call("pay", { amount: 1 }, "one")]]);
      const second = await run([[call("pay", { amount: 1 }, "one")]]);
      const crossed = await run([[call("pay", { amount: 1000 }, "one")]]);
      expect(first.answers[0]?.text).toBe("paid 1");
      expect(second.answers[0]?.text).toBe("paid 1");
      expect(crossed.answers[0]?.text).toContain("Error [security_violation]");
      expect(ran).toEqual([{ amount: 1 }]);
    });

    it("stops the call when its loop is aborted", async () => {
      const controller = new AbortController();
      let aborted = 0;
      let begun = Number.POSITIVE_INFINITY;
      const slow = toolOf("slow", async (_, { signal }) => {
        begun = performance.now();
        setTimeout(() => controller.abort(), 50);
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
        aborted += 1;
      });
      const { run, events } = ready(subject, [slow]);
      await run([[call("slow", {})]], controller.signal);
      expect(performance.now() - begun).toBeLessThan(5_000);
      await expect.poll(() => aborted).toBe(1);
      await expect
        .poll(() => events.find(({ type }) => type === "tool_call_end")?.data)
        .toMatchObject({ success: false });
    });

    it("shows live output while a tool runs, masked", async () => {
      const logs = toolOf(
        "logs",
        async (_, { emitOutput }) => {
          emitOutput("connecting with hunter2-hunter2\n");
          await wait(80);
          return "connected";
        },
        { streamsOutput: true },
      );
      const { run } = ready(subject, [logs], { secrets: [secret("password", "hunter2-hunter2")] });
      const { previews, answers } = await run([[call("logs", {})]]);
      if (subject.shows !== false) expect(previews[0]).toBe("connecting with [secret:password]\n");
      expect(answers[0]?.text).toContain("connected");
    });

    it("asks our approver, and runs only what it allows", async () => {
      const ran: unknown[] = [];
      const send = toolOf("send", (input) => void ran.push(input), { effects: "external" });
      const asked: string[] = [];
      const { run, events } = ready(subject, [send], {
        policy: askForWrites,
        approver: {
          async approve({ approvalId, arguments: { to } }) {
            asked.push(String(to));
            return to === "ada" ? { approvalId, approve: true } : { approvalId, approve: false, reason: "Not to him." };
          },
        },
      });
      const { answers } = await run([[call("send", { to: "ada" })], [call("send", { to: "bob" })]]);
      expect(asked).toEqual(["ada", "bob"]);
      expect(ran).toEqual([{ to: "ada" }]);
      expect(answers[1]?.text).toContain("Not to him.");
      expect(events.filter(({ type }) => type === "approval_decision")).toHaveLength(2);
    });

    it("refuses what nobody can be asked about", async () => {
      const ran: unknown[] = [];
      const send = toolOf("send", (input) => void ran.push(input), { effects: "external" });
      const { run } = ready(subject, [send], { policy: askForWrites });
      const { answers } = await run([[call("send", {})]]);
      expect(answers[0]?.text).toContain("approval_denied");
      expect(ran).toEqual([]);
    });
  });

  const { asking } = subject;
  if (asking === undefined) return;
  describe(`${subject.name}: asks its own user`, () => {
    const sending = () => {
      const ran: unknown[] = [];
      const tools = [
        toolOf(
          "send",
          (input) => {
            ran.push(input);
            return "sent";
          },
          { effects: "external" },
        ),
        toolOf("look", () => "seen", { effects: "read" }),
      ];
      return { ran, ...ready(subject, tools, { policy: askForWrites }) };
    };
    const steps = [[call("send", { to: "ada" }, "send-1"), call("look", {}, "look-1")]];

    it("runs what its user allowed, once", async () => {
      const { runner, ran, events } = sending();
      const done = await asking({ runner, steps, answer: true });
      expect(done).toMatchObject({ questions: 1 });
      expect(done.answers.map(({ id, text }) => [id, text])).toEqual(
        expect.arrayContaining([
          ["send-1", "sent"],
          ["look-1", "seen"],
        ]),
      );
      expect(ran).toEqual([{ to: "ada" }]);
      expect(events.filter(({ type }) => type.startsWith("approval_"))).toHaveLength(2);
    });

    it("runs nothing when its user says no", async () => {
      const { runner, ran } = sending();
      const done = await asking({ runner, steps, answer: false });
      expect(done).toMatchObject({ questions: 1 });
      expect(done.answers).toHaveLength(2);
      expect(ran).toEqual([]);
    });

    it("runs nothing that was changed while it was stored", async () => {
      const { runner, ran } = sending();
      const tamper = (state: string) => state.replaceAll("ada", "eve");
      const done = await asking({ runner, steps, answer: true, tamper });
      expect(ran).not.toContainEqual({ to: "eve" });
      expect(done.questions).toBe(1);
    });
  });
}
