import { afterAll, describe, expect, it } from "vitest";
import { CORE, folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const module = (...tools: readonly string[]) => `
import { defineTool } from ${JSON.stringify(CORE)};
const input = { type: "object", properties: { id: { type: "string" } }, additionalProperties: false };
const good = { name: "find_order", description: "Find an order by its id.", effects: "read", allowlist: "all", input, execute: () => "" };
export default [${tools.map((tool) => `defineTool({ ...good, ${tool} })`).join(", ")}];`;

async function check(source: string, ...flags: readonly string[]) {
  const cwd = await folder({ "tools.mjs": source });
  return toolwright(["check", "tools.mjs", ...flags], { cwd });
}

describe.concurrent("toolwright check", () => {
  it("finds nothing in a tool that says what it needs", async () => {
    expect(await check(module(""))).toMatchObject({ code: 0, stdout: "1 tool, 0 findings.\n", stderr: "" });
  });

  it.each([
    ['description: " "', "description", "has no description"],
    ['description: "Orders"', "description", "has a description of one word"],
    ['description: "This tool finds orders."', "description", 'begins with "This"'],
    ["effects: undefined", "effects", "declares no effects"],
    ["allowlist: undefined", "allowlist", "has no allowlist"],
    ['allowlist: ["id"]', "output", "no output schema"],
    ['description: "Find " + "one of many orders ".repeat(200)', "tokens", "tokens in every request"],
  ])("finds %s", async (tool, code, words) => {
    const { code: exit, stdout } = await check(module(tool), "--json");
    const { tools, findings } = JSON.parse(stdout);
    expect(exit).toBe(1);
    expect(tools).toEqual([{ name: "find_order", tokens: expect.any(Number) }]);
    expect(findings).toEqual([{ tool: "find_order", code, message: expect.stringContaining(words) }]);
  });

  it("finds what a strict mode refuses, where it is asked for", async () => {
    const open = module('input: { type: "object", properties: { any: { type: "object" } } }');
    expect((await check(open)).code).toBe(0);
    const { code, stdout } = await check(open, "--strict", "openai");
    expect(code).toBe(1);
    expect(stdout).toContain("find_order cannot be strict for openai: open object in");
  });

  it("is used wrongly without a file, with one that is not there, and with a provider that nobody knows", async () => {
    for (const words of [[], ["none.mjs"], ["tools.mjs", "--strict", "nobody"]])
      expect((await toolwright(["check", ...words])).code).toBe(2);
    expect((await toolwright(["check", "none.mjs"])).stderr).toContain("check takes the path of a module.");
    expect((await check("export default [{ name: 'x' }];")).code).toBe(2);
  });
});
