import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, jsonLines, removeFolders, signalOn, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const files = { "tools.mjs": TOOLS_MODULE };

async function call(...args: string[]) {
  return toolwright(["call", ...args, "--tools", "tools.mjs"], { cwd: await folder(files) });
}

describe.concurrent("toolwright call", () => {
  it("prints the text the model would read", async () => {
    expect(await call("echo", '{"text":"hi"}')).toEqual({ code: 0, stdout: "hi\n", stderr: "" });
    expect(await call("count")).toEqual({ code: 0, stdout: '{"n":[1,2]}\n', stderr: "" });
  });

  it.each([
    [["fail"], "Error executing tool: No luck. Try echo.\n"],
    [
      ["echo", '{"text":5}'],
      "Error [invalid_arguments]: /text: expected string, got number. Nothing was run, and the same call will fail again: change the arguments.\n",
    ],
    [["echo", '{"text":'], /^Error \[invalid_json\]: Invalid tool arguments JSON/],
    [["ecko"], /^Error \[unknown_tool\]: There is no tool "ecko"\. Did you mean "echo"\?/],
    [["note", '{"text":"x"}'], /^Error \[approval_denied\]: note needs approval/],
  ])("exits 1 when the result of %j is an error", async (args, text) => {
    const { code, stdout, stderr } = await call(...args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    if (typeof text === "string") expect(stdout).toBe(text);
    else expect(stdout).toMatch(text);
  });

  it("runs what asks with --yes", async () => {
    expect(await call("note", '{"text":"x"}', "--yes")).toEqual({ code: 0, stdout: "noted x\n", stderr: "" });
  });

  it("prints the line of a batch with --json", async () => {
    const { code, stdout } = await call("fail", "--json");
    expect(code).toBe(1);
    expect(jsonLines(stdout)).toEqual([
      {
        toolCallId: expect.stringMatching(/^[A-Za-z0-9]{9}$/),
        toolName: "fail",
        success: false,
        text: "Error executing tool: No luck. Try echo.",
        output: { type: "text", text: "Error executing tool: No luck. Try echo." },
        error: {
          code: "execution_failed",
          type: "system_error",
          message: "No luck.",
          reason: "LUCK",
          suggestion: "Try echo.",
        },
      },
    ]);
  });

  it("aborts on SIGINT and exits 1", async () => {
    const cwd = await folder({
      "tools.mjs": TOOLS_MODULE.replace("ctx.emitOutput(", "process.stderr.write("),
    });
    const started = toolwright(["call", "wait", "--tools", "tools.mjs"], {
      cwd,
      onErrors: signalOn("waiting", "SIGINT"),
    });
    expect(await started).toMatchObject({ code: 1, stdout: expect.stringContaining("Error executing tool:") });
  });
});

describe.concurrent("what goes on in the background", () => {
  const module = TOOLS_MODULE.replace("import { ", "import { asyncResult, ").replace(
    "export default [",
    `export default [
  defineTool({ name: "later", description: "", effects: "read", input: text("how"), execute: ({ how }, ctx) => {
    ctx.background(() => new Promise((resolve, reject) => {
      if (how === "never") setInterval(() => {}, 1000);
      else setTimeout(() => (how === "well" ? resolve("late news") : reject(new ToolError("No news."))), 300);
    }));
    return asyncResult("started");
  } }),`,
  );

  it.each([
    ["well", 0, "started\nlate news\n"],
    ["badly", 1, "started\nError executing tool: No news.\n"],
  ])("is waited for by a call that ends %s", async (how, expected, printed) => {
    const cwd = await folder({ "tools.mjs": module });
    const { code, stdout, stderr } = await toolwright(["call", "later", `{"how":"${how}"}`, "--tools", "tools.mjs"], {
      cwd,
    });
    expect({ code, stdout }).toEqual({ code: expected, stdout: printed });
    expect(stderr).toBe("toolwright: a call goes on in the background; Ctrl-C ends it.\n");
  });

  it("ends with a signal", async () => {
    const cwd = await folder({ "tools.mjs": module });
    const { code, stdout, stderr } = await toolwright(["call", "later", '{"how":"never"}', "--tools", "tools.mjs"], {
      cwd,
      onErrors: signalOn("goes on", "SIGINT"),
    });
    expect({ code, first: stdout.split("\n")[0] }).toEqual({ code: 1, first: "started" });
    expect(stderr).toContain("goes on in the background");
  });

  it("is waited for by a batch, a line for each", async () => {
    const cwd = await folder({ "tools.mjs": module });
    const stdin = `${JSON.stringify({ id: "a", name: "later", arguments: { how: "well" } })}\n`;
    const { code, stdout } = await toolwright(["call", "--batch", "--tools", "tools.mjs"], { cwd, stdin });
    const lines = jsonLines(stdout).map(({ toolCallId, text }) => ({ toolCallId, text }));
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        { toolCallId: "a", text: "started" },
        { toolCallId: "a", text: "late news" },
      ],
    });
  });

  it("is told to the model of a run, which has the last word", async () => {
    const steps = [
      { toolCalls: [{ name: "later", arguments: { how: "well" } }] },
      { text: "It has begun." },
      { text: "It is done." },
    ];
    const cwd = await folder({ "tools.mjs": module, "s.json": steps });
    const args = ["run", "go", "--model", "script:s.json", "--tools", "tools.mjs", "--record", "run.tape"];
    const { code, stdout } = await toolwright(args, { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/It has begun\.[\s\S]*later came back later: late news[\s\S]*It is done\./);
    expect(await readFile(join(cwd, "run.tape"), "utf8")).toContain("[later came back: late news]");
  });
});
