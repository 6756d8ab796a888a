import { describe, expect, it } from "vitest";
import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import type { Effects } from "../tool/effects.ts";
import { ToolRunner } from "./runner.ts";
import type { RunnerOptions } from "./runner-options.ts";

function tool(name: string, effects?: Effects) {
  const schema = { type: "object" };
  return defineTool({ name, description: "", input: schema, ...(effects && { effects }), execute: () => name });
}

async function codes(names: readonly string[], options: Partial<RunnerOptions>) {
  const tools = [tool("plain"), tool("read", "read"), tool("write", "write")];
  const clock = tool("clock", { kind: "read", volatile: true });
  const runner = new ToolRunner({ registry: new ToolRegistry([...tools, clock]), ...options });
  const codes: string[] = [];
  for (const name of names) {
    const { result } = await runner.exec({ name, arguments: {} }, { runId: "r" });
    codes.push(result.error?.code ?? "ran");
  }
  return codes;
}

describe("which calls are watched", () => {
  it("watches declared reads alone by default", async () => {
    expect(await codes(["read", "read", "plain", "plain", "read"], {})).toEqual([
      ...["ran", "redundant_call", "ran", "ran", "ran"],
    ]);
  });

  it("watches tools without declared effects too where it is for all", async () => {
    expect(await codes(["plain", "read", "plain", "read"], { redundancy: "all" })).toEqual([
      ...["ran", "ran", "redundant_call", "redundant_call"],
    ]);
  });

  it("never watches writes and what changes by itself, and a write makes every answer doubtful", async () => {
    const names = ["write", "write", "clock", "clock", "plain", "clock", "plain", "write", "plain"];
    expect(await codes(names, { redundancy: "all" })).toEqual([
      ...["ran", "ran", "ran", "ran", "ran", "ran", "redundant_call", "ran", "ran"],
    ]);
  });
});

describe("loopGuard", () => {
  it("stops the fifth identical call, unless the caller is no model", async () => {
    const names = Array.from({ length: 6 }, () => "plain");
    expect((await codes(names, {})).slice(3)).toEqual(["ran", "redundant_call", "redundant_call"]);
    expect(await codes(names, { loopGuard: false })).toEqual(names.map(() => "ran"));
  });
});
