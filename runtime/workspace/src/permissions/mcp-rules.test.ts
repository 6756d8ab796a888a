import { defineTool, type Tool } from "@toolwright/core";
import { withOrigin } from "@toolwright/core/internal";
import { readPolicy } from "@toolwright/shell-judge";
import { describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

function toolOf(server: string, tool: string, name = `${server}__${tool}`): Tool {
  const made = defineTool({ name, description: "", input: {}, effects: "external", execute: () => "done" });
  return withOrigin(made, { server, tool });
}

function permissions(policy: object) {
  const parsed = readPolicy(policy);
  if (!parsed.ok) throw new Error(parsed.message);
  return createPermissions({ root: "/work", home: "/home/me", policies: [{ scope: "user", policy: parsed.policy }] });
}

const issue = toolOf("github", "create_issue");

describe("a rule of MCP tools", () => {
  it.each([
    ["Mcp(github/create_issue)", true],
    ["Mcp(github/create_*)", true],
    ["Mcp(github/*issue)", true],
    ["Mcp(github)", true],
    ["Mcp(git*/create_issue)", true],
    ["Mcp(*/create_issue)", true],
    ["Mcp", true],
    ["mcp__github", true],
    ["mcp__github__create_issue", true],
    ["github__create_issue", true],
    ["Mcp(github/create)", false],
    ["Mcp(git/create_issue)", false],
    ["Mcp(github__create_issue)", false],
    ["mcp__git", false],
  ])("%s speaks of github's create_issue: %s", async (rule, speaks) => {
    const allowed = await permissions({ allow: [rule] }).policy.decide(issue, {});
    expect(allowed.verdict).toBe(speaks ? "allow" : "ask");
    if (/^Mcp\((?:git\/|github__|github\/create\))/.test(rule) || rule === "mcp__git") return;
    const denying = permissions({ deny: [rule] });
    expect((await denying.policy.decide(issue, {})).verdict).toBe("deny");
    expect(denying.policy.offers?.(issue)).toBe(false);
  });

  it("names what the server calls its tool, whatever a model calls it", async () => {
    const odd = toolOf("github", "create/issue (new)", "github__create_issue__12345678");
    const { policy } = permissions({ allow: ["Mcp(github/create/issue*)"], deny: ["Mcp(github/delete_*)"] });
    expect((await policy.decide(odd, {})).verdict).toBe("allow");
    expect((await policy.decide(toolOf("github", "delete_all", "github__harmless"), {})).verdict).toBe("deny");
  });

  it("does not speak of a program's own tool that is called so", async () => {
    const own = defineTool({ name: "github__create_issue", description: "", input: {}, execute: () => "" });
    expect((await permissions({ allow: ["Mcp(github)"] }).policy.decide(own, {})).verdict).toBe("ask");
  });

  it("is what always saves, and holds the next time", async () => {
    const { remember } = await permissions({}).explain(issue, {});
    expect(remember).toEqual(["Mcp(github/create_issue)"]);
    expect((await permissions({ allow: remember }).policy.decide(issue, {})).verdict).toBe("allow");
    const star = toolOf("github", "create_*", "github__create___12345678");
    expect((await permissions({}).explain(star, {})).remember).toEqual([star.name]);
  });

  it("is held to its examples, and refused where it can match nothing", () => {
    const rule = { rule: "Mcp(github/create_*)", match: ["github/create_issue"], notMatch: ["github/delete_issue"] };
    expect(permissions({ allow: [rule] }).warnings).toEqual([]);
    expect(permissions({ allow: [{ ...rule, match: ["github/x"] }] }).warnings).not.toEqual([]);
    expect(readPolicy({ deny: ["Mcp(/x)"] })).toMatchObject({ ok: false });
    expect(readPolicy({ deny: ["Mpc(github)"] })).toMatchObject({ ok: false });
  });
});
