import fc from "fast-check";
import { expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel, wait } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import type { Approver, Policy } from "../run/policy.ts";
import { resumeToolLoop } from "./resume.ts";
import { runToolLoop } from "./tool-loop.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** A call: whether it asks, whether its question changes with each call that ran before it, and what is answered. */
interface Planned {
  readonly kind: "free" | "asks" | "shifts";
  readonly says: "yes" | "no, because" | "stop";
  /** Milliseconds until the answer. */
  readonly after: number;
}

const planned = fc.record<Planned>({
  kind: fc.constantFrom("free", "asks", "asks", "shifts"),
  says: fc.constantFrom("yes", "yes", "yes", "no, because", "stop"),
  after: fc.integer({ min: 0, max: 4 }),
});

interface Execution {
  readonly toolCallId: string;
  /** The newest event by then. */
  readonly seq: number;
  readonly reason: string | undefined;
}

/** A folder in which calls run, and people who answer; both outlive processes. */
function worldOf(step: readonly Planned[]) {
  const ran: Execution[] = [];
  const planOf = (n: unknown) => step[Number(n)] ?? { kind: "free", says: "yes", after: 0 };
  const reasonOf = (n: unknown) => (planOf(n).kind === "shifts" ? `after ${ran.length}` : "always the same");
  const policy: Policy = {
    decide: (_, { n = -1 }) =>
      planOf(n).kind === "free" ? { verdict: "allow" } : { verdict: "ask", reason: reasonOf(n) },
  };
  const approver: Approver = {
    async approve({ approvalId, arguments: { n } }) {
      const { says, after } = planOf(n);
      await wait(after);
      if (says === "yes") return { approvalId, approve: true };
      return says === "stop" ? { approvalId, approve: false } : { approvalId, approve: false, reason: "because" };
    },
  };
  const toolFor = (activity: ActivityStream) =>
    toolOf(
      "change",
      async (input, { toolCallId }) => {
        const n: unknown = Reflect.get(Object(input), "n");
        const { kind } = planOf(n);
        ran.push({ toolCallId, seq: activity.seq, reason: kind === "free" ? undefined : reasonOf(n) });
        return `changed ${n}`;
      },
      { effects: "write" },
    );
  const configOf = (journal: MemoryJournal, model: WrittenModel): ToolLoopConfig => {
    const activity = new ActivityStream(journal);
    return { model, tools: [toolFor(activity)], policy, approver, activity, logger: new KeptLog() };
  };
  return { ran, configOf };
}

/** The question under which a call ran: the last one that was told of it before, with its answer. */
function allowedBy(events: readonly JournalEvent[], { toolCallId, seq }: Execution) {
  const before = events.filter((event) => event.seq <= seq);
  const asked = before.flatMap(({ type, data }) =>
    type === "approval_request" && data.toolCallId === toolCallId ? [data] : [],
  );
  const question = asked.at(-1);
  const answer = before.find(
    ({ type, data }) => type === "approval_decision" && data.approvalId === question?.approvalId && !data.ignored,
  );
  return { question, answer };
}

it("for any step, answers and kill: what ran was allowed under a question that was told, in order and once", async () => {
  const cases = fc.asyncProperty(
    fc.array(planned, { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 1, max: 40 }),
    async (step, cut) => {
      const { ran, configOf } = worldOf(step);
      const whole = new MemoryJournal();
      const calls = step.map((_, n) => ({ id: `c${n}`, name: "change", args: { n } }));
      await runToolLoop(configOf(whole, new WrittenModel([{ calls }, { text: "done" }])), [
        { role: "user", content: "go" },
      ]);
      const toldTogether = whole.events.findIndex(({ type }) => type === "approval_decision");
      const toldFirst = whole.events.slice(0, toldTogether).filter(({ type }) => type === "approval_request");
      if (toldTogether !== -1) expect(toldFirst).toHaveLength(step.filter(({ kind }) => kind !== "free").length);
      check(whole.events, ran);
      // Only what is stored by then is known to the next process, and of what ran only what had begun.
      const journal = new MemoryJournal();
      for (const event of whole.events) if (event.seq <= cut) journal.append(JSON.parse(JSON.stringify(event)));
      const before = ran.filter(({ seq }) => seq <= cut);
      if (cut >= whole.events.length || journal.events.length < 1) return;
      ran.splice(0, ran.length, ...before);
      const resumed = configOf(journal, new WrittenModel([{ calls }, { text: "done" }].slice(cut < 3 ? 0 : 1)));
      const { stopReason } = await resumeToolLoop(resumed);
      expect(["stop", "denied"]).toContain(stopReason);
      check(journal.events, ran);
    },
  );
  await fc.assert(cases, { numRuns: 150 });
});

function check(events: readonly JournalEvent[], ran: readonly Execution[]): void {
  const ids = ran.map(({ toolCallId }) => toolCallId);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  for (const execution of ran) {
    if (execution.reason === undefined) continue;
    const { question, answer } = allowedBy(events, execution);
    expect(question?.reason).toBe(execution.reason);
    expect(answer?.data).toMatchObject({ approve: true });
  }
}
