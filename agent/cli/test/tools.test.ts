import { FOLDER_INSTRUCTIONS } from "@toolwright/workspace";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, describe, expect, it } from "vitest";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, OWN_PLACES, removeFolders, toolwright } from "./support/toolwright.ts";

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

  it("takes tools of a module in every form", async () => {
    const objects = `export default [
      { name: "by_object", description: "Greet.", parameters: { type: "object", properties: {} }, execute: () => "Hello" },
    ];`;
    const cwd = await folder({ "tools.mjs": objects });
    const { stdout } = await toolwright(["tools", "--json", "--tools", "tools.mjs"], { cwd });
    expect(JSON.parse(stdout).at(-1).function).toMatchObject({ name: "by_object", description: "Greet." });
    const called = await toolwright(["call", "by_object", "--tools", "tools.mjs", "--yes", "--sandbox", "off"], {
      cwd,
    });
    expect(called).toMatchObject({ code: 0, stdout: "Hello\n" });
  });

  it("gives bash 120 seconds, and 600 at most", async () => {
    const { stdout } = await toolwright(["tools", "--json"]);
    const bash = JSON.parse(stdout).find((tool: { function: { name: string } }) => tool.function.name === "bash");
    expect(bash.function.parameters.properties.timeout).toMatchObject({
      description: "seconds, default 120, at most 600",
    });
  });

  it("costs at most 1,600 tokens for everything that the command sends with every request, its own words included", async () => {
    const { stdout } = await toolwright(["tools", "--json"]);
    const definitions: readonly { readonly function: { readonly name: string } }[] = JSON.parse(stdout);
    expect(definitions).toHaveLength(17);
    expect(definitions.map((definition) => definition.function.name)).toContain("agent");
    const { content } = FOLDER_INSTRUCTIONS;
    const texts = [...definitions, { role: "system", content }].map((sent) => JSON.stringify(sent));
    expect(texts.reduce((sum, text) => sum + countTokens(text), 0)).toBeLessThanOrEqual(1_600);
  });

  it("says what each costs", async () => {
    const { stdout } = await toolwright(["tools", "--tokens"]);
    const lines = stdout.split("\n");
    const counts = lines.flatMap((line) => /^ +(\d+) {2}[a-z(]/.exec(line)?.[1] ?? []).map(Number);
    expect(lines.find((line) => /^ +\d+ {2}bash$/.test(line))).toBeDefined();
    expect(counts).toHaveLength(19);
    const all = counts.pop();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all);
    const { stdout: json } = await toolwright(["tools", "--tokens", "--json"]);
    expect(JSON.parse(json).total).toBe(all);
  });

  it("is a small set for a small model, with one's own tools beside it", async () => {
    const cwd = await folder({ "tools.mjs": TOOLS_MODULE });
    const { stdout } = await toolwright(["tools", "--json", "--tools-set", "small", "--tools", "tools.mjs"], { cwd });
    const tools: { function: { name: string } }[] = JSON.parse(stdout);
    const small = ["bash", "edit", "glob", "grep", "ls", "read", "write"];
    expect(
      tools
        .map((tool) => tool.function.name)
        .filter((name) => small.includes(name))
        .sort(),
    ).toEqual(small);
    expect(tools).toHaveLength(7 + 7);
    const { stdout: counted } = await toolwright(["tools", "--tokens", "--json", "--tools-set", "small"], { cwd });
    expect(JSON.parse(counted).total).toBeLessThanOrEqual(600);
    expect((await toolwright(["tools", "--tools-set", "tiny"])).code).toBe(2);
  });

  it("is what a model is told where its programs call the tools: by the settings, unless the command line says", async () => {
    const config = await folder({ "toolwright/settings.json": { codeMode: "only" } });
    const env = { ...OWN_PLACES, XDG_CONFIG_HOME: config };
    const told = async (...args: string[]) =>
      JSON.parse((await toolwright(["tools", "--json", ...args], { env })).stdout);
    const [program, ...others] = await told();
    expect(others).toEqual([]);
    expect(program.function).toMatchObject({ name: "run_code", description: expect.stringContaining("\nread(args") });
    const plain = await told("--no-code-mode");
    expect(plain).toHaveLength(17);
    expect(await told("--code-mode")).toEqual([...plain, program]);
    const { stdout } = await toolwright(["tools", "--tokens", "--json"], { env });
    const tokens = countTokens(JSON.stringify(program));
    expect(JSON.parse(stdout).tools).toEqual([{ name: "run_code", tokens }]);
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

  it("says nothing of a tool that a rule of the folder forbids whole", async () => {
    const policy = { allow: [], ask: [], deny: ["Bash", "Write(a.txt)"] };
    const cwd = await folder({ ".toolwright/policy.json": policy });
    for (const args of [[], ["--code-mode"]]) {
      const { stdout } = await toolwright(["tools", "--json", ...args], { cwd });
      const told: { readonly function: { readonly name: string } }[] = JSON.parse(stdout);
      const names = told.map((tool) => tool.function.name);
      expect(names).not.toContain("bash");
      expect(names).toContain("write");
      expect(stdout).not.toContain("bash(");
    }
    const { stdout } = await toolwright(["tools", "--tokens"], { cwd });
    expect(stdout).not.toContain("  bash\n");
  });
});
