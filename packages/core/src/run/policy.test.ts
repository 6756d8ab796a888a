import { describe, expect, it } from "vitest";
import { defineTool } from "../faces/tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
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
