import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { folder, jsonLines, OWN_PLACES, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const program = (code: string) => [
  { toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] },
  { text: "The end." },
];

const COPY = `
const text = await tools.read({ file_paths: ["a.txt"] });
const wrote = await attempt(tools.write({ file_path: "b.txt", content: "two\\n" }));
return [text.includes("one"), wrote.ok ? "written" : wrote.error.code];`;

const files = { "a.txt": "one\n", "model.json": program(COPY) };
const offered = (stdout: string) =>
  jsonLines(stdout).flatMap(({ type, data }) => (type === "step_start" ? [Object(data).activeTools] : []))[0];

describe.concurrent("--code-mode", () => {
  it("offers programs beside the tools, takes no word of the request, and each call in one is judged", async () => {
    const cwd = await folder({ ...files, "policy.json": { allow: ["Edit(b.txt)"] } });
    const args = ["run", "--json", "--policy", "policy.json", "--model", "script:model.json", "--code-mode", "go"];
    const { code, stdout, stderr } = await toolwright(args, { cwd });

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(offered(stdout)).toEqual(expect.arrayContaining(["read", "bash", "run_code"]));
    const ends = jsonLines(stdout).filter(({ type }) => type === "tool_call_end");
    expect(ends.map(({ parentId, data }) => [parentId, Object(data).toolName])).toEqual([
      ["p", "read"],
      ["p", "write"],
      [undefined, "run_code"],
    ]);
    expect(Object(ends.at(-1)?.data).result.output.text).toBe('[true,"written"]');
    expect(await readFile(join(cwd, "b.txt"), "utf8")).toBe("two\n");
  });

  it("offers programs alone with =only, where nobody can be asked about what no rule allows", async () => {
    const cwd = await folder(files);
    const args = ["run", "--json", "--model", "script:model.json", "--mode", "deny-asks", "--code-mode=only", "go"];
    const { stdout } = await toolwright(args, { cwd });

    expect(offered(stdout)).toEqual(["run_code"]);
    expect(stdout).toContain('[true,\\"policy_denied\\"]');
    await expect(readFile(join(cwd, "b.txt"))).rejects.toThrow("ENOENT");
  });

  it("is a setting of the user's, which the command line takes back", async () => {
    const config = await folder({ "toolwright/settings.json": { codeMode: "only" } });
    const env = { ...OWN_PLACES, XDG_CONFIG_HOME: config };
    const cwd = await folder(files);
    const args = ["run", "--json", "--model", "script:model.json"];
    const set = await toolwright([...args, "go"], { cwd, env });
    const without = await toolwright([...args, "--no-code-mode", "go"], { cwd, env });

    expect(offered(set.stdout)).toEqual(["run_code"]);
    expect(offered(without.stdout)).not.toContain("run_code");
  });

  it.each([
    [{ codeMode: "always" }, 'codeMode must be true, false or "only"'],
    [{ codemode: true }, "there is no setting codemode; there is codeMode"],
    ["[]", "must be an object"],
  ])("refuses settings that are none: %j", async (settings, said) => {
    const config = await folder({ "toolwright/settings.json": settings });
    const env = { ...OWN_PLACES, XDG_CONFIG_HOME: config };
    const { code, stderr } = await toolwright(["run", "--model", "script:model.json", "go"], {
      cwd: await folder(files),
      env,
    });

    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  it("refuses another word", async () => {
    const { code, stderr } = await toolwright(["run", "--code-mode=always", "go"], { cwd: await folder(files) });

    expect(code).toBe(2);
    expect(stderr).toContain("It is --code-mode, or --code-mode=only.");
  });

  it("leaves the words of a request behind -- alone", async () => {
    const args = ["run", "--model", "offline", "--", "say", "--code-mode"];
    const { stdout } = await toolwright(args, { cwd: await folder(files) });

    expect(stdout).toContain("say --code-mode");
    expect(stdout).not.toContain("--code-mode=on");
  });

  it("has the stand-in for a model count words in one program, of long files and of none", async () => {
    const long = `${"one two\n".repeat(2_100)}three\n`;
    const cwd = await folder({ "long.txt": long, "short.txt": "four five\n" });
    const args = ["run", "--model", "offline", "--code-mode=only"];
    const counted = await toolwright([...args, "count the words of *.txt, then count the words in *.md"], { cwd });

    expect(counted).toMatchObject({ code: 0, stderr: "" });
    expect(counted.stdout).toContain('{"files":2,"words":4203,"most":[{"file":"long.txt","words":4201},');
    expect(counted.stdout).toContain('{"files":0,"words":0,"most":[]}');
  });

  it("runs a program without a model, and lets its tools judge each call", async () => {
    const given = JSON.stringify({ code: 'return (await tools.glob({ pattern: "*.txt" })).trim();' });
    const args = ["call", "--code-mode", "run_code", given];
    const { code, stdout, stderr } = await toolwright(args, { cwd: await folder(files) });

    expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: "", stdout: expect.stringContaining("a.txt") });
  });
});
