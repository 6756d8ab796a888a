import { setTimeout as pause } from "node:timers/promises";
import {
  ActivityStream,
  type Approver,
  type JournalEvent,
  type SettledCall,
  secret,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { call, connect, serve, silent } from "./support/hell.ts";

const text = (words: string) => ({ type: "text", text: words });

describe("a call that is answered with a task", () => {
  it.each([["over stdio"], ["over HTTP"]])("is the call of its result where that comes soon, %s", async (how) => {
    const mcp = await connect("task", how === "over HTTP" ? { url: await serve("task") } : {});
    expect((await call(mcp, "echo")).result).toMatchObject({ isError: false, output: text("built") });
  });

  it("goes on in the background where it takes longer", async () => {
    const mcp = await connect("long-task");
    let hear: (late: SettledCall) => void = () => undefined;
    const late = new Promise<SettledCall>((resolve) => (hear = resolve));
    const runner = new ToolRunner({
      registry: new ToolRegistry([...mcp.tools]),
      logger: silent,
      onAsyncResult: (settled) => hear(settled),
    });
    const { result, message } = await runner.exec({ name: "hell__echo", arguments: {} });
    expect([result.async, message.content]).toEqual([
      true,
      'The MCP server "hell" goes on with it. What comes of it follows.',
    ]);
    expect((await late).result.output).toEqual(text("built at last"));
  });

  it("asks the user as a call does", async () => {
    const mcp = await connect("task-asks");
    const approver = {
      approve: async ({ approvalId, arguments: asked }: { approvalId: string; arguments: object }) => ({
        approvalId,
        approve: true as const,
        arguments: { ...asked, answers: { name: "Ada" } },
      }),
    };
    const { result } = await call(mcp, "echo", {}, { approver });
    expect(result.output).toEqual(text('{"who":{"action":"accept","content":{"age":7,"name":"Ada"}}}'));
  });

  describe("asks in the background", () => {
    const runLate = async (approver: Approver | undefined) => {
      const mcp = await connect("task-asks-late");
      let hear: (late: SettledCall) => void = () => undefined;
      const late = new Promise<SettledCall>((resolve) => (hear = resolve));
      const activity = new ActivityStream();
      const events: JournalEvent[] = [];
      activity.subscribe("*", (event) => events.push(event));
      const runner = new ToolRunner({
        registry: new ToolRegistry([...mcp.tools]),
        logger: silent,
        activity,
        secrets: [secret("word", "hunter2-hunter2")],
        onAsyncResult: (settled) => hear(settled),
        ...(approver && { approver }),
      });
      const { result } = await runner.exec({ id: "one", name: "hell__echo", arguments: {} });
      expect(result.async).toBe(true);
      return { late: await late, events };
    };

    it("whoever answers the run's questions, once the call has returned", async () => {
      const asked: unknown[] = [];
      const { late, events } = await runLate({
        async approve({ approvalId, toolName, toolCallId, arguments: args }) {
          asked.push([toolName, toolCallId]);
          return { approvalId, approve: true, arguments: { ...args, answers: { name: "hunter2-hunter2" } } };
        },
      });
      expect(asked).toEqual([["mcp_question", "one/later-1"]]);
      expect(late.result.output).toMatchObject({ text: expect.stringContaining('"action":"accept"') });
      const told = events.filter(({ id, parentId }) => id === "one/later-1" || parentId === "one/later-1");
      expect(told.map(({ type, parentId }) => [type, parentId])).toEqual([
        ["tool_call_start", "one"],
        ["approval_request", "one/later-1"],
        ["approval_decision", "one/later-1"],
        ["tool_call_end", "one"],
      ]);
      expect(JSON.stringify(events)).not.toContain("hunter2");
    });

    it("and is declined where the person refuses, or nobody can be asked", async () => {
      const no: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: false, reason: "No." }) };
      const ended = await Promise.all([no, undefined].map(runLate));
      for (const { late } of ended) expect(late.result.output).toEqual(text('{"who":{"action":"decline"}}'));
    });
  });

  it("fails as its task does", async () => {
    const { result, message } = await call(await connect("task-fails"), "echo");
    expect(result.isError).toBe(true);
    expect(message.content).toContain('The MCP server "hell" says: The disk is full.');
  });

  it("is no result where the task is none", async () => {
    const { message } = await call(await connect("no-task"), "echo");
    expect(message.content).toContain("an answer that cannot be used: its task is no task");
  });

  it("ends its task when the run is stopped", async () => {
    const mcp = await connect("endless-task");
    const stop = new AbortController();
    const waiting = call(mcp, "echo", {}, { signal: stop.signal });
    await pause(500);
    stop.abort();
    expect((await waiting).result.error?.code).toBe("aborted");
    await expect
      .poll(async () => (await call(mcp, "echo", { text: "heard" })).result.output)
      .toEqual(text('["cancel task-1"]'));
  });

  it("is looked after no longer than the deadline of the call allows, before it goes to the background", async () => {
    const mcp = await connect("endless-task", { server: { timeoutMs: 600 } });
    expect((await call(mcp, "echo")).result).toMatchObject({ isError: false, async: true });
  });
});
