import { defineTool, type Tool } from "@toolwright/core";
import { readPolicy } from "@toolwright/shell-judge";
import { describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

function tool(name: string, effects: "read" | "write" = "write"): Tool {
  return defineTool({ name, description: name, input: { type: "object" }, effects, execute: () => "done" });
}

function policy(value: unknown) {
  const parsed = readPolicy(value);
  if (!parsed.ok) throw new Error(parsed.message);
  return createPermissions({
    root: "/work/repo",
    home: "/home/u",
    policies: [{ scope: "user", policy: parsed.policy }],
  }).policy;
}

describe("as a runner's policy", () => {
  it("tells the model not to try a variant of what is denied", async () => {
    const verdict = await policy({ deny: ["Bash(git push:*)"] }).decide(tool("bash"), { command: "git push" });
    expect(verdict).toMatchObject({
      verdict: "deny",
      rule: "Bash(git push:*)",
      reason: "Bash(git push:*) is denied by user rules.",
    });
  });

  it("lets a tool of one's own run without a rule only when it says that it reads, and never an MCP tool", async () => {
    const { decide } = policy({});
    expect(await decide(tool("lookup", "read"), {})).toMatchObject({ verdict: "allow" });
    expect(await decide(tool("deploy"), {})).toMatchObject({ verdict: "ask" });
    expect(await decide(tool("mcp__a__lookup", "read"), {})).toMatchObject({ verdict: "ask" });
  });

  it("does not offer what is denied whatever its arguments are", () => {
    const offered = (deny: readonly string[], name: string) => policy({ deny }).offers?.(tool(name));
    expect(offered(["Bash"], "bash")).toBe(false);
    expect(offered(["Bash(rm:*)"], "bash")).toBe(true);
    expect(offered(["Edit"], "multi_edit")).toBe(false);
    expect(offered(["Edit"], "read")).toBe(true);
    expect(offered(["mcp__files"], "mcp__files__read")).toBe(false);
    expect(offered(["deploy"], "deploy")).toBe(false);
    expect(offered([], "constructor")).toBe(true);
  });
});
