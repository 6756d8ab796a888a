import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, describe, expect, it } from "vitest";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

describe.concurrent("toolwright tools", () => {
  it("prints one JSON array of what a model is told, standard tools first", async () => {
    const cwd = await folder({ "tools.mjs": TOOLS_MODULE });
    const { code, stdout, stderr } = await toolwright(["tools", "--json", "--tools", "tools.mjs"], { cwd });
    expect({ code, stderr, lines: stdout.split("\n").length }).toEqual({ code: 0, stderr: "", lines: 2 });
    const tools: { type: string; function: { name: string } }[] = JSON.parse(stdout);
    const names = tools.map((tool) => tool.function.name);
    expect(names).toEqual(expect.arrayContaining(["bash", "read", "ls", "get_current_time", "done"]));
    expect(names.indexOf("echo")).toBeGreaterThan(names.indexOf("done"));
    expect(tools.find((tool) => tool.function.name === "echo")).toEqual({
      type: "function",
      function: {
        name: "echo",
        description: "Say it again.",
        parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      },
    });
  });

  it("gives bash 120 seconds, and 600 at most", async () => {
    const { stdout } = await toolwright(["tools", "--json"]);
    const bash = JSON.parse(stdout).find((tool: { function: { name: string } }) => tool.function.name === "bash");
    expect(bash.function.parameters.properties.timeout).toMatchObject({
      maximum: 600,
      description: expect.stringContaining("120"),
    });
  });

  it("costs at most 2,500 tokens for everything that the command offers, an agent among it", async () => {
    const { stdout } = await toolwright(["tools", "--json"]);
    const definitions: readonly { readonly function: { readonly name: string } }[] = JSON.parse(stdout);
    expect(definitions.map((definition) => definition.function.name)).toContain("agent");
    const tokens = definitions.map((definition) => countTokens(JSON.stringify(definition.function)));
    expect(tokens.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2_500);
  });

  it("lists them for a person: name, effects, the first sentence", async () => {
    const cwd = await folder({ "tools.mjs": TOOLS_MODULE });
    const { stdout } = await toolwright(["tools", "--tools", "tools.mjs"], { cwd });
    expect(stdout).toMatch(/^note +write +Write it down\.$/m);
    expect(stdout).toMatch(/^read +read +\S/m);
  });

  it("lets a tool of one's own take the place of a standard one", async () => {
    const cwd = await folder({ "tools.mjs": TOOLS_MODULE.replace('name: "echo"', 'name: "ls"') });
    const args = ["call", "ls", '{"text":"mine"}', "--tools", "tools.mjs"];
    expect(await toolwright(args, { cwd })).toMatchObject({ code: 0, stdout: "mine\n" });
  });
});
