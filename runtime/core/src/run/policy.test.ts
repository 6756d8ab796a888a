import { describe, expect, it } from "vitest";
import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { ToolError } from "../result/tool-error.ts";
import type { Effects } from "../tool/effects.ts";
import { askForWrites } from "./policy.ts";
import { ToolRunner } from "./runner.ts";

describe("askForWrites", () => {
  it("runs reads and asks before everything else", async () => {
    expect(await codeOf("read")).toBeUndefined();
    expect(await codeOf({ kind: "read", volatile: true })).toBeUndefined();
    expect(await codeOf("write")).toBe("approval_denied");
    expect(await codeOf({ kind: "write", idempotent: true })).toBe("approval_denied");
    expect(await codeOf("external")).toBe("approval_denied");
    expect(await codeOf(undefined)).toBe("approval_denied");
  });

  it("tells the person asked what may happen", async () => {
    const reasons: (string | undefined)[] = [];
    const registry = new ToolRegistry([toolWith("write"), toolWith(undefined)]);
    const runner = new ToolRunner({
      registry,
      policy: askForWrites,
      approver: {
        async approve({ approvalId, reason }) {
          reasons.push(reason);
          return { approvalId, approve: true };
        },
      },
    });
    const { result } = await runner.exec({ name: "tool_write", arguments: {} });
    await runner.exec({ name: "tool_undeclared", arguments: {} });
    expect(result.isError).toBe(false);
    expect(reasons).toEqual([
      "tool_write may change files or other state here.",
      "tool_undeclared does not declare what it may change.",
    ]);
  });
});

describe("what a policy says beside its verdict", () => {
  const REACH = { files: "folder", network: false, undo: true } as const;
  const run = async (verdict: unknown, answer: Answer = { approve: true }) => {
    const activity = new ActivityStream();
    const runner = new ToolRunner({
      registry: new ToolRegistry([toolWith("write")]),
      policy: { decide: () => Object(verdict) },
      approver: { approve: async ({ approvalId }) => ({ approvalId, ...answer }) },
      activity,
    });
    const { result } = await runner.exec({ name: "tool_write", arguments: {} });
    const foreseen = await runner.foresee({ name: "tool_write", arguments: {} });
    const told = activity.recent().filter(({ type }) => /review|request|running|end/.test(type));
    return { foreseen, told: told.map(({ type, data }) => ({ type, ...data })), isError: result.isError };
  };

  it("reaches the person who is asked, and who looks at a call beforehand", async () => {
    const { told, foreseen } = await run({ verdict: "ask", reach: REACH });
    expect(told).toEqual([
      expect.objectContaining({ type: "approval_request", reach: REACH }),
      expect.objectContaining({ type: "tool_call_running", reach: REACH }),
      expect.objectContaining({ type: "tool_call_end", reach: REACH }),
    ]);
    expect(foreseen).toMatchObject({ verdict: "ask", reach: REACH });
  });

  it("is an event where a reviewer answered first, and none for a call that is only looked at", async () => {
    const allowed = await run({ verdict: "allow", reach: REACH, review: { verdict: "allow", reason: "A test." } });
    expect(allowed.told).toEqual([
      expect.objectContaining({ type: "call_reviewed", verdict: "allow", reason: "A test.", reach: REACH }),
      expect.objectContaining({ type: "tool_call_running", reach: REACH }),
      expect.objectContaining({ type: "tool_call_end", reach: REACH }),
    ]);
    const doubted = await run({ verdict: "ask", review: { verdict: "ask", reason: "Who knows." } });
    expect(doubted.told.map(({ type }) => type)).toEqual([
      "call_reviewed",
      "approval_request",
      "tool_call_running",
      "tool_call_end",
    ]);
  });

  it.each([
    { reach: "far" },
    { reach: { files: "all" }, review: { verdict: "deny", reason: "x" } },
    { reach: null, review: { verdict: "allow", reason: 1 } },
  ])("is left out where it is something else: %j", async (fields) => {
    const { told, isError } = await run({ verdict: "ask", ...fields });
    expect(told).toHaveLength(3);
    for (const event of told) expect(event).not.toHaveProperty("reach");
    expect(isError).toBe(false);
  });

  it("is told of a call that is refused, by the policy or by a person", async () => {
    const denied = await run({ verdict: "deny", reach: REACH });
    expect(denied.told).toEqual([expect.objectContaining({ type: "tool_call_end", success: false, reach: REACH })]);
    const refused = await run({ verdict: "ask", reach: REACH }, { approve: false, reason: "Not now." });
    expect(refused.told.at(-1)).toMatchObject({ type: "tool_call_end", success: false, reach: REACH });
  });

  it("stays with a call that its tool wants to ask about", async () => {
    const activity = new ActivityStream();
    const tool = defineTool({ ...SILENT, requiresConfirmation: true, execute: () => "done" });
    const runner = new ToolRunner({
      registry: new ToolRegistry([tool]),
      policy: { decide: () => ({ verdict: "allow", reach: REACH, review: { verdict: "allow", reason: "A test." } }) },
      activity,
    });
    await runner.exec({ name: tool.name, arguments: {} });
    expect(activity.recent().map(({ type }) => type)).toContain("call_reviewed");
  });
});

type Answer = { readonly approve: true } | { readonly approve: false; readonly reason: string };

const SILENT = { name: "silent", description: "", input: { type: "object" } } as const;

describe("a denial that the policy calls a security violation", () => {
  it("reads, is logged and is told as what never ran", async () => {
    const logged: string[] = [];
    const log = (level: string) => (message: string) => void logged.push(`${level} ${message}`);
    const logger = { debug() {}, info: log("info"), warn: log("warn"), error: log("error") };
    const activity = new ActivityStream();
    const runner = new ToolRunner({
      registry: new ToolRegistry([toolWith("write")]),
      policy: { decide: () => ({ verdict: "deny", reason: "It would reach outside.", code: "security_violation" }) },
      activity,
      logger,
    });
    const { result, message } = await runner.exec({ name: "tool_write", arguments: {} });
    expect(result.error).toMatchObject({ code: "security_violation", type: "security_error" });
    expect(message.content).toMatch(/^Error \[security_violation\]: It would reach outside\. Do not retry/);
    expect(logged).toEqual(["warn Tool call refused"]);
    expect(activity.recent().map(({ type }) => type)).toEqual(["tool_call_start", "tool_call_end"]);
  });

  it("is the code of a tool that failed so, too, which had begun", async () => {
    const execute = () => {
      throw new ToolError("out of bounds", { code: "security_violation" });
    };
    const tool = defineTool({ name: "reach", description: "", input: { type: "object" }, execute });
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const { message } = await new ToolRunner({ registry: new ToolRegistry([tool]), logger }).exec({
      name: "reach",
      arguments: {},
    });
    expect(message.content).toBe("Error executing tool: out of bounds");
  });
});

async function codeOf(effects: Effects | undefined): Promise<string | undefined> {
  const tool = toolWith(effects);
  const runner = new ToolRunner({ registry: new ToolRegistry([tool]), policy: askForWrites });
  const { result } = await runner.exec({ name: tool.name, arguments: {} });
  return result.error?.code;
}

function toolWith(effects: Effects | undefined) {
  const kind = typeof effects === "object" ? effects.kind : (effects ?? "undeclared");
  const input = { type: "object", properties: {} } as const;
  const base = { name: `tool_${kind}`, description: "", input, execute: () => "ran" };
  return defineTool(effects === undefined ? base : { ...base, effects });
}
