import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runnerOf, toolOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { askForWrites } from "./policy.ts";
import { ToolRunner } from "./runner.ts";

const pay = (ran: string[]) =>
  defineTool({
    name: "pay",
    description: "Pays.",
    effects: "external",
    input: z.object({ amount: z.number() }),
    execute: ({ amount }) => {
      ran.push(`pay ${amount}`);
      return "paid";
    },
  });

describe("foresee", () => {
  it("says what would become of a call, and does nothing", async () => {
    const ran: string[] = [];
    const { runner, events } = runnerOf([pay(ran), toolOf("look", () => "seen", { effects: "read" })], {
      policy: askForWrites,
      approver: { approve: () => Promise.reject(new Error("nobody may be asked")) },
    });
    expect(await runner.foresee({ name: "look", arguments: "{}" })).toMatchObject({ verdict: "allow" });
    expect(await runner.foresee({ name: "pay", arguments: '{"amount":"5"}' })).toMatchObject({
      verdict: "ask",
      reason: "pay may change things outside this folder.",
      arguments: { amount: 5 },
      repairs: [expect.stringContaining("amount")],
    });
    expect(await runner.foresee({ name: "pay", arguments: '{"amount":' })).toMatchObject({
      verdict: "refuse",
      result: { error: { code: "invalid_json" } },
    });
    expect(await runner.foresee({ name: "nobody", arguments: {} })).toMatchObject({
      verdict: "refuse",
      result: { error: { code: "unknown_tool" } },
    });
    expect(await runner.foresee(Object({ name: "pay" }))).toMatchObject({ verdict: "refuse" });
    expect({ ran, events }).toEqual({ ran: [], events: [] });
  });

  it("masks secrets in what it shows", async () => {
    const { runner } = runnerOf([toolOf("say", () => "said")], {});
    const foreseen = await runner.foresee({ name: "say", arguments: { key: `sk-${"a1B2".repeat(10)}` } });
    expect(JSON.stringify(foreseen)).toContain("[secret:");
  });
});

describe("the context of a call", () => {
  it("may bring an approver of its own", async () => {
    const ran: string[] = [];
    const { runner } = runnerOf([pay(ran)], { policy: askForWrites });
    const approver = {
      approve: async ({ approvalId }: { approvalId: string }) => ({ approvalId, approve: true }) as const,
    };
    const allowed = await runner.exec({ name: "pay", arguments: { amount: 1 } }, { approver });
    const denied = await runner.exec({ name: "pay", arguments: { amount: 2 } });
    expect(allowed.message.content).toBe("paid");
    expect(denied.result.error?.code).toBe("approval_denied");
    expect(ran).toEqual(["pay 1"]);
  });

  it("hears the live output of its call and of no other one, also without a stream", async () => {
    const slow = defineTool({
      name: "slow",
      description: "Says it twice.",
      streamsOutput: true,
      input: { type: "object" },
      execute: (_, { emitOutput, toolCallId }) => emitOutput(`${toolCallId} goes`),
    });
    const runner = new ToolRunner({ registry: new ToolRegistry([slow]) });
    const heard: string[] = [];
    await Promise.all([
      runner.exec({ id: "a", name: "slow", arguments: {} }, { onOutput: (chunk) => heard.push(chunk) }),
      runner.exec({ id: "b", name: "slow", arguments: {} }),
    ]);
    expect(heard).toEqual(["a goes"]);
  });

  it("goes on with a call that an earlier process began: no second start, the same question, the same answer", async () => {
    const ran: string[] = [];
    const activity = new ActivityStream();
    const events: JournalEvent[] = [];
    activity.subscribe("*", (event) => events.push(event));
    const asked: string[] = [];
    const runner = new ToolRunner({
      registry: new ToolRegistry([pay(ran)]),
      policy: askForWrites,
      activity,
      approver: {
        async approve({ approvalId }) {
          asked.push(approvalId);
          return { approvalId, approve: true };
        },
      },
    });
    const call = { id: "one", name: "pay", arguments: { amount: 3 } };
    await runner.exec(call, { recorded: { started: true, approvalId: "earlier" } });
    expect(asked).toEqual(["earlier"]);
    expect(events.map(({ type }) => type)).toEqual([
      "approval_request",
      "approval_decision",
      "tool_call_running",
      "tool_call_end",
    ]);
    await runner.exec(
      { ...call, id: "two" },
      { recorded: { started: true, approvalId: "other", decision: { approvalId: "other", approve: true } } },
    );
    expect(asked).toEqual(["earlier"]);
    expect(ran).toEqual(["pay 3", "pay 3"]);
  });
});
