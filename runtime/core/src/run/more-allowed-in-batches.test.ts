import { describe, expect, it } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import { type Given, scripted } from "../../test/scripted-program.ts";
import type { ApprovalRequest, Approver, JournalEvent, Policy } from "../index.ts";
import { composeTools } from "../prompt/index.ts";

const oneProgram = [calling("program"), { text: "the end" }];
const send = () => counted("send", { effects: "external" });
const parts = (count: number) => ({ calls: Array.from({ length: count }, (_, n) => ({ name: "send", args: { n } })) });
const programOf = (body: (given: Given) => Promise<unknown>) => {
  const execute = scripted(body);
  return toolOf("program", (_, ctx) => execute(ctx), { effects: "external", replays: true });
};

function answering(timesOf: (request: ApprovalRequest) => number | undefined) {
  const asked: ApprovalRequest[] = [];
  const approver: Approver = {
    async approve(request) {
      asked.push(request);
      const { approvalId, toolName } = request;
      const times = timesOf(request);
      return { approvalId, approve: true, ...(times !== undefined && { more: { toolName, times } }) };
    },
  };
  return { asked, approver };
}

const asks: Policy = { decide: ({ name }) => ({ verdict: name === "send" ? "ask" : "allow" }) };
const idsOf = (asked: readonly ApprovalRequest[]) => asked.map(({ toolCallId }) => toolCallId);
const allowedIn = (events: readonly JournalEvent[]) =>
  events.flatMap(({ type, data }) => (type === "approval_decision" && data.allowedBy ? [data.toolCallId] : []));

describe("the parts of a batch that a program runs", () => {
  it("are asked about as calls of the program, and an answer counts for more of them and for its other calls", async () => {
    const { tool, contexts } = send();
    const batch = composeTools("batch", "", [tool]);
    const program = programOf(async ({ call }) => [
      await call("batch", parts(2)),
      await call("send", { n: 7 }),
      await call("batch", parts(3)),
    ]);
    const { asked, approver } = answering(({ toolCallId }) => (toolCallId === "c0/0/0" ? 3 : undefined));
    await run(oneProgram, { tools: [program, batch, tool], policy: asks, approver });
    expect(asked.map(({ toolCallId, program }) => [toolCallId, program])).toEqual([
      ["c0/0/0", { programId: "c0", line: 0 }],
      ["c0/2/1", { programId: "c0", line: 2 }],
      ["c0/2/2", { programId: "c0", line: 2 }],
    ]);
    expect(contexts).toHaveLength(6);
  });

  it("are calls of the program for a policy, and those of a model's batch are the model's", async () => {
    const { tool } = send();
    const callers: Parameters<Policy["decide"]>[2][] = [];
    const policy: Policy = {
      decide: ({ name }, _, about) => {
        if (name === "send") callers.push(about);
        return { verdict: "allow" };
      },
    };
    const tools = [programOf(({ call }) => call("batch", parts(1))), composeTools("batch", "", [tool]), tool];
    await run([calling("program"), { calls: [{ id: "d0", name: "batch", args: parts(1) }] }, { text: "x" }], {
      tools,
      policy,
    });
    expect(callers).toEqual([{ caller: "program", programId: "c0", line: 0 }, { caller: "model" }]);
  });

  it.each([
    ["approval_decision", 3],
    ["tool_call_end", 2],
    ["tool_call_end", 3],
    ["tool_call_end", 4],
    ["tool_call_end", 5],
  ] as const)("stay counted after a crash: cut off after %s %i", async (type, number) => {
    const { tool, contexts } = send();
    const batch = composeTools("batch", "", [tool]);
    const program = programOf(async ({ call }) => [
      await call("send", { n: 6 }),
      await call("batch", parts(2)),
      await call("send", { n: 7 }),
      await call("send", { n: 8 }),
    ]);
    const { asked, approver } = answering(({ toolCallId }) => (toolCallId === "c0/0" ? 3 : undefined));
    const config = { policy: asks, approver };
    const { all } = await crashed({
      answers: oneProgram,
      tools: [program, batch, tool],
      config,
      after: [type, number],
    });
    expect(new Set(idsOf(asked))).toEqual(new Set(["c0/0", "c0/3"]));
    expect(allowedIn(all)).toEqual(["c0/1/0", "c0/1/1", "c0/2"]);
    expect(contexts.length).toBeGreaterThanOrEqual(5);
  });
});
