import type { Tool } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { type Answer, WrittenModel } from "../../../../runtime/core/test/support.ts";
import type { PendingApproval, Store } from "../../src/index.ts";
import { alice, all, fresh, freshPlace, opened, pause, type StoreUnderTest, two, warning } from "./under-test.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Tools that say which of their calls have run. */
function scene() {
  const ran: string[] = [];
  const made = (name: string, extra: Parameters<typeof toolOf>[2]): Tool =>
    toolOf(name, (_, { toolCallId }) => `ran ${ran[ran.push(toolCallId) - 1]}`, extra);
  const tools = [
    made("send", { effects: "external", requiresConfirmation: true }),
    made("put", { effects: { kind: "write", idempotent: true } }),
    made("look", { effects: "read" }),
  ];
  const config = (answers: readonly Answer[] | ((request: number) => Answer)) => ({
    model: new WrittenModel(answers),
    tools,
    logger,
    waiting: "return" as const,
  });
  return { ran, config };
}

const sending = (...ids: readonly string[]): Answer => ({ calls: ids.map((id) => ({ id, name: "send" })) });

async function answered(store: Store, approve = true): Promise<void> {
  for (const { approvalId } of await store.approvals.list({ conversation: alice }))
    expect(await store.decide(approvalId, { approve })).toMatchObject({ outcome: "accepted" });
}

const statusOf = async (store: Store) => (await store.threads.get(alice))?.status;

interface PlannedCall {
  readonly id: string;
  readonly name: string;
  /** Another one for every call: a repetition is answered without running. */
  readonly args: object;
  readonly approve: boolean;
  /** The turn at which it is answered, and the turns that it has had. */
  readonly answeredAt: number;
  turns: number;
}

const stepOf = (calls: readonly PlannedCall[] | undefined): Answer =>
  calls === undefined ? { text: "end" } : { calls };

async function answerInTime(store: Store, question: PendingApproval, planned: readonly PlannedCall[]): Promise<void> {
  const call = planned.find(({ id }) => id === question.toolCallId);
  if (call === undefined) throw new Error(`Nobody planned ${question.toolCallId}.`);
  call.turns += 1;
  if (call.turns < call.answeredAt) return;
  await store.decide(question.approvalId, call.approve ? { approve: true } : { approve: false, reason: "No." });
}

/** Runs as one call each, and those that wait for people in no process. */
export function runsContract(of: StoreUnderTest): void {
  describe("runs", () => {
    it("are one call each, and go on after what was said before", async () => {
      const [one, other] = await two(of);
      const { config, ran } = scene();
      const heard: string[] = [];
      const first = await one.run(
        alice,
        {
          ...config([{ calls: [{ id: "p", name: "put" }] }, { text: "Put." }]),
          onEvent: ({ type }) => heard.push(type),
        },
        [
          { role: "system", content: "Be kind." },
          { role: "user", content: "Put it\nthere" },
        ],
      );
      expect(first).toMatchObject({ stopReason: "stop", content: "Put.", questions: [] });
      expect(heard).toEqual(expect.arrayContaining(["run_start", "text_delta", "tool_call_end", "done"]));
      expect(await other.threads.get(alice)).toMatchObject({ title: "Put it", status: "idle" });
      const second = config([{ text: "Hello." }]);
      const { waiting: _, ...waited } = second;
      await other.run(alice, waited, { role: "user", content: "Hi" });
      const third = config([{ text: "Yes." }]);
      await one.run(alice, third, [
        { role: "system", content: "Be short." },
        { role: "user", content: "Well?" },
      ]);
      expect(third.model.requests[0]?.messages.map(({ role, content }) => [role, content])).toEqual([
        ["system", "Be short."],
        ["user", "Put it\nthere"],
        ["assistant", ""],
        ["tool", "ran p"],
        ["assistant", "Put."],
        ["user", "Hi"],
        ["assistant", "Hello."],
        ["user", "Well?"],
      ]);
      expect((await one.history(alice)).at(-1)).toEqual({ role: "assistant", content: "Yes." });
      expect([ran, await one.leases.holder(alice)]).toEqual([["p"], undefined]);
    });

    it("return at their questions, and go on in another process when those are answered", async () => {
      const [one, other] = await two(of);
      const { config, ran } = scene();
      const answers = [
        {
          calls: [
            { id: "l", name: "look" },
            { id: "a", name: "send" },
            { id: "b", name: "send" },
          ],
        },
      ];
      const left = await one.run(alice, config(answers), "go");
      expect(left).toMatchObject({ stopReason: "waiting", iterations: 1, content: "" });
      expect(left.questions).toEqual(expect.arrayContaining(await other.approvals.list()));
      expect(left.questions.map(({ toolName, toolCallId }) => [toolName, toolCallId])).toEqual([
        ["send", "a"],
        ["send", "b"],
      ]);
      expect([await statusOf(one), await one.leases.holder(alice)]).toEqual(["waiting", undefined]);
      expect(await one.threads.interrupted()).toEqual([]);
      await expect(one.run(alice, config([]), "again")).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("store.decide"),
      });
      const [first, second] = left.questions;
      await other.decide(first?.approvalId ?? "", { approve: true });
      expect(await other.threads.interrupted()).toEqual([]);
      const again = await other.resume(alice, config([]));
      expect(again.questions.map(({ approvalId }) => approvalId)).toEqual([second?.approvalId]);
      expect([ran, await other.threads.interrupted()]).toEqual([["l", "a"], []]);
      await other.decide(second?.approvalId ?? "", { approve: true });
      expect(await other.threads.interrupted()).toEqual([alice]);
      const ended = await one.resume(alice, config([{ text: "Sent." }]));
      expect(ended).toMatchObject({ stopReason: "stop", content: "Sent.", questions: [] });
      expect([ran, await statusOf(one)]).toEqual([["l", "a", "b"], "idle"]);
      expect(await one.resume(alice, config([]))).toMatchObject({ error: { code: "nothing_to_resume" } });
    });

    it("take no answer under the id of one question that names another", async () => {
      const store = await fresh(of);
      const { config, ran } = scene();
      const { questions } = await store.run(alice, config([sending("a", "b")]), "go");
      const [first = "", second = ""] = questions.map(({ approvalId }) => approvalId);
      const decide = async (approvalId: string) => store.decide(first, Object({ approvalId, approve: true }));
      for (const named of [second, "", "nobodys"]) await expect(decide(named)).rejects.toThrow(TypeError);
      const open = new Set(await store.approvals.list());
      expect([open, await store.approvals.audit({})]).toEqual([new Set(questions), []]);
      expect(await decide(first)).toMatchObject({ outcome: "accepted" });
      await store.resume(alice, config([{ text: "end" }]));
      expect(ran).toEqual(["a"]);
    });

    it("run every call that was allowed once, whoever answers which questions when", async () => {
      const call = fc.record({
        name: fc.constantFrom("send", "send", "put", "look"),
        approve: fc.boolean(),
        answeredAt: fc.integer({ min: 1, max: 3 }),
      });
      const steps = fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(steps, async (plan) => {
          const place = await freshPlace(of);
          const { config, ran } = scene();
          const named = plan.map((calls, step) =>
            calls.map((one, n) => ({ ...one, id: `${step}.${n}`, args: { step, n }, turns: 0 })),
          );
          const answers = (done: number) => (request: number) => stepOf(named[done + request]);
          let store = await opened(of, place);
          let result = await store.run(alice, config(answers(0)), "go");
          for (let turns = 0; result.stopReason === "waiting"; turns += 1) {
            expect(turns).toBeLessThan(60);
            expect(await store.threads.interrupted()).toEqual([]);
            for (const question of result.questions) await answerInTime(store, question, named.flat());
            await store.close();
            store = await opened(of, place);
            result = await store.resume(alice, config(answers(result.iterations)));
          }
          expect(result).toMatchObject({ stopReason: "stop", iterations: plan.length + 1 });
          const allowed = named.flat().filter(({ name, approve }) => name !== "send" || approve);
          expect(ran.toSorted()).toEqual(allowed.map(({ id }) => id).toSorted());
          const ends = (await all(store.journal(alice).read())).filter(({ type }) => type === "tool_call_end");
          expect(ends).toHaveLength(named.flat().length);
          await store.close();
        }),
        { numRuns: process.env.LONG_PLAY !== undefined && of.name === "SQLite" ? 40 : 8 },
      );
    });

    it("are listed when the time for their questions is over, and tell their model", async () => {
      const store = await fresh(of);
      const { config, ran } = scene();
      await store.run(alice, { ...config([sending("a")]), approvalTimeoutMs: 300 }, "go");
      expect(await store.threads.interrupted()).toEqual([]);
      await expect.poll(() => store.threads.interrupted()).toEqual([alice]);
      const ended = await store.resume(alice, config([{ text: "Too late." }]));
      expect(ended.messages.at(-2)?.content).toContain("Nobody answered");
      expect([ran, ended.content]).toEqual([[], "Too late."]);
    });

    it("wait for the questions of calls inside calls", async () => {
      const [one, other] = await two(of);
      const { config, ran } = scene();
      const given = config([{ calls: [{ id: "o", name: "outer" }] }, { text: "Done." }]);
      const [send] = given.tools;
      if (send === undefined) throw new Error("There is no tool.");
      const outer = toolOf("outer", async (_, context) => (await context.call(send, {})).output, {
        effects: "external",
      });
      const running = one.run(alice, { ...given, tools: [...given.tools, outer] }, "go");
      await expect.poll(() => other.approvals.list()).toHaveLength(1);
      expect(await other.leases.holder(alice)).toBeDefined();
      await answered(other);
      expect(await running).toMatchObject({ stopReason: "stop", content: "Done." });
      expect(ran).toHaveLength(1);
    });

    it("wait for what goes on in the background, and then return", async () => {
      const [one, other] = await two(of);
      const { config } = scene();
      let finish: () => void = () => undefined;
      const work = new Promise<string>((resolve) => {
        finish = () => resolve("counted");
      });
      const count = toolOf("count", (_, context) => {
        context.background(() => work);
        return { output: { type: "text", text: "Counting." }, silent: false, isError: false, async: true } as const;
      });
      const given = config([
        {
          calls: [
            { id: "c", name: "count" },
            { id: "a", name: "send" },
          ],
        },
      ]);
      const running = one.run(alice, { ...given, tools: [...given.tools, count] }, "go");
      await expect.poll(() => other.approvals.list()).toHaveLength(1);
      expect(await other.leases.holder(alice)).toBeDefined();
      finish();
      expect(await running).toMatchObject({ stopReason: "waiting" });
      expect((await all(one.journal(alice).read())).map(({ type }) => type)).toContain("async_result");
    });

    it("return again where a question is another one by then, and ask it anew", async () => {
      const [one, other] = await two(of);
      const { config, ran } = scene();
      let contents = "one";
      const save = toolOf("save", (_, { toolCallId }) => `saved ${ran[ran.push(toolCallId) - 1]}`, {
        effects: "external",
        requiresConfirmation: true,
        preview: () => ({ shows: { host: `over ${contents}` } }),
      });
      const given = (answers: readonly Answer[]) => ({ ...config(answers), tools: [save] });
      const first = await one.run(alice, given([{ calls: [{ id: "s", name: "save" }] }]), "go");
      contents = "two";
      const second = await other.resume(alice, given([]));
      expect(second.stopReason).toBe("waiting");
      expect([first.questions.length, second.questions.length]).toEqual([1, 1]);
      expect(second.questions[0]?.approvalId).not.toBe(first.questions[0]?.approvalId);
      await answered(other);
      expect(await one.resume(alice, given([{ text: "Saved." }]))).toMatchObject({ content: "Saved." });
      expect(ran).toEqual(["s"]);
    });

    it("stop when somebody asks the store, at work and while they wait", async () => {
      const [one, other] = await two(of);
      const { config, ran } = scene();
      const { waiting: _, ...waited } = config([sending("a")]);
      const running = one.run(alice, waited, "go");
      await expect.poll(() => other.approvals.list()).toHaveLength(1);
      await other.threads.requestStop(alice);
      expect(await running).toMatchObject({ stopReason: "aborted" });
      await one.run(alice, config([sending("b")]), "go");
      await other.threads.requestStop(alice);
      expect(await one.threads.interrupted()).toEqual([alice]);
      expect(await one.resume(alice, config([]))).toMatchObject({ stopReason: "aborted" });
      expect([ran, await one.approvals.list(), await statusOf(one)]).toEqual([[], [], "idle"]);
    });

    it("hear what people say while they wait", async () => {
      const [one, other] = await two(of);
      const { config } = scene();
      await one.run(alice, config([sending("a")]), "go");
      await other.steers.add(alice, { messageId: "s", message: { role: "user", content: "and hurry" } });
      await answered(other);
      const given = config([{ text: "I do." }]);
      await other.resume(alice, given);
      expect(given.model.requests[0]?.messages.at(-1)).toMatchObject({ role: "user", content: "and hurry" });
    });

    it("keep what people said before they were left for the request that follows", async () => {
      const [one, other] = await two(of);
      const { config } = scene();
      const asking = config([{ ...sending("a"), pauseMs: 200 }]);
      const running = one.run(alice, asking, "go");
      await expect.poll(() => asking.model.requests.length).toBe(1);
      await other.steers.add(alice, { messageId: "s", message: { role: "user", content: "and hurry" } });
      expect(await running).toMatchObject({ stopReason: "waiting" });
      await pause(800);
      expect(await other.steers.list(alice)).toMatchObject([{ id: "s", state: "waiting" }]);
      await answered(other);
      const given = config([{ text: "I do." }]);
      await other.resume(alice, given);
      expect(given.model.requests[0]?.messages.at(-1)).toMatchObject({ role: "user", content: "and hurry" });
    });

    it("tell nothing of a call that waits as if it had ended", async () => {
      const store = await fresh(of);
      const { config } = scene();
      const told: unknown[] = [];
      const left = await store.run(
        alice,
        {
          ...config([sending("a")]),
          onEvent: ({ type }) => told.push(type),
          onUserMessage: (message) => void told.push(message),
        },
        "go",
      );
      const before = told.length;
      await pause(800);
      expect([left.stopReason, told.slice(before)]).toEqual(["waiting", []]);
      expect(told.at(-1)).toBe("approval_request");
    });

    it("go to one process, and say who else has them", async () => {
      const [one, other] = await two(of);
      const { config, ran } = scene();
      await one.run(alice, config([sending("a")]), "go");
      await answered(one);
      const asked = [one, other].map((store) => store.resume(alice, config([{ text: "Sent." }])));
      const ended = await Promise.allSettled(asked);
      const refused = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
      expect(ran).toEqual(["a"]);
      for (const reason of refused)
        expect(reason).toMatchObject({ code: "conflict", message: expect.stringContaining("at work already") });
      await other.leases.acquire(alice);
      await expect(one.run(alice, config([]), "hi")).rejects.toMatchObject({ code: "conflict" });
    });

    it("keep their questions where they cannot be taken up with what is given", async () => {
      const [one, other] = await two(of);
      const { config, ran } = scene();
      const { questions } = await one.run(alice, config([sending("a")]), "go");
      await expect(other.resume(alice, { ...config([]), maxIterations: -1 })).rejects.toBeInstanceOf(TypeError);
      const refused = await other.resume(alice, {
        ...config([]),
        tools: [toolOf("x", () => ""), toolOf("x", () => "")],
      });
      expect(refused).toMatchObject({ stopReason: "error", error: { code: "invalid_options" } });
      expect(await one.approvals.list()).toEqual(questions);
      await answered(one);
      expect(await other.resume(alice, config([{ text: "Sent." }]))).toMatchObject({ content: "Sent." });
      expect(ran).toEqual(["a"]);
    });

    it("that wait are void once something else is stored", async () => {
      const store = await fresh(of);
      const { config } = scene();
      await store.run(alice, config([sending("a")]), "go");
      const last = await store.journal(alice).lastSeq();
      await store.journal(alice).append(warning(last + 1));
      expect(await store.threads.interrupted()).toEqual([alice]);
    });

    it.each([
      [{ waiting: "yes" }, /waiting must be "return"/],
      [{ activity: {} }, /takes no activity: .* onEvent/],
      [{ onEvent: "x" }, /onEvent must be a function/],
      [{ waiting: "return", approver: { approve() {} } }, /leave out approver/],
    ])("cannot have %o, and say so", async (extra, message) => {
      const store = await fresh(of);
      const { config } = scene();
      const given: object = Object.assign(config([]), extra);
      await expect(Reflect.apply(store.run, undefined, [alice, given, "go"])).rejects.toThrow(message);
      await expect(Reflect.apply(store.resume, undefined, [alice, given])).rejects.toThrow(TypeError);
      expect(await store.threads.get(alice)).toBeUndefined();
    });
  });
}
