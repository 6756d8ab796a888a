import { readFile } from "node:fs/promises";
import { join } from "node:path";
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
    expect(await check(module(""))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Tokens in every request: find_order \d+\.\n1 tool, 0 findings\.\n$/),
      stderr: "",
    });
  });

  it.each([
    ['description: " "', "description", "has no description"],
    ['description: "Orders"', "description", "has a description of one word"],
    ['description: "This tool finds orders."', "description", 'begins with "This"'],
    ['description: "Weather of a city"', "description", "has a description without a verb"],
    ['description: "Find\\n   an order"', "description", "the indentation of its source"],
    ['name: "do_it"', "name", "has a name that says nothing"],
    ['name: "x"', "name", "has a name that says nothing"],
    ['name: "2fa_check"', "name", "Gemini refuses it"],
    ["effects: undefined", "effects", "declares no effects"],
    ['allowlist: undefined, output: { type: "string" }', "allowlist", "has no allowlist"],
    ['allowlist: ["id"]', "output", "no output schema"],
    ['description: "Find " + "one of many orders ".repeat(200)', "tokens", "tokens in every request"],
  ])("finds %s", async (tool, code, words) => {
    const { code: exit, stdout } = await check(module(tool), "--json");
    const { tools, findings } = JSON.parse(stdout);
    expect(exit).toBe(1);
    const [{ name }] = tools;
    expect(tools).toEqual([{ name, tokens: expect.any(Number) }]);
    expect(findings).toMatchObject([{ tool: name, code, message: expect.stringContaining(words) }]);
  });

  it("finds two tools that a model takes for one another", async () => {
    const { stdout } = await check(module("", 'name: "findOrders"', 'name: "find_receipt"'));
    expect(stdout.replaceAll(/ \d+([,.]\n?)/g, " N$1")).toBe(
      "findOrders has nearly the name of find_order: a model calls one for the other. Name what each does.\n" +
        "Tokens in every request: find_order N, findOrders N, find_receipt N.\n3 tools, 1 finding.\n",
    );
  });

  it("writes what only has to be left out into the file, once it stands there once", async () => {
    const source = module(
      'description: "This tool finds orders."',
      'name: "ship", description: "The tool for orders."',
    );
    const cwd = await folder({ "tools.mjs": source });
    const first = await toolwright(["check", "tools.mjs", "--fix"], { cwd });
    expect(first).toMatchObject({ code: 1, stderr: "" });
    expect(first.stdout.replace(/^Tokens in .*\n/m, "")).toBe(
      "find_order is described now as: Finds orders.\n" +
        'ship has a description that begins with "The": begin with what it does, such as Read or Send.\n' +
        "2 tools, 1 fixed, 1 finding.\n",
    );
    const fixed = await readFile(join(cwd, "tools.mjs"), "utf8");
    expect(fixed).toBe(source.replace("This tool finds", "Finds"));
    const again = await check(fixed, "--fix", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ fixed: [], findings: [{ tool: "ship" }] });
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
