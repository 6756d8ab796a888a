import { describe, expect, it } from "vitest";
import { defineTool } from "../faces/tool.ts";
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
