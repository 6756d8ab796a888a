import { afterAll, describe, expect, it } from "vitest";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, jsonLines, removeFolders, signalOn, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

async function batch(lines: readonly unknown[], ...args: string[]) {
  const stdin = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  const cwd = await folder({ "tools.mjs": TOOLS_MODULE, "order.mjs": ORDER });
  const ended = await toolwright(["call", "--batch", "--tools", "tools.mjs", ...args], { cwd, stdin });
  return { ...ended, lines: jsonLines(ended.stdout) };
}

/** Two tools that would overlap if they could. */
const ORDER = TOOLS_MODULE.replace(
  "export default [",
  `
let running = 0;
export default [
  defineTool({ name: "slow", description: "", effects: "read", input: text(), async execute() {
    running += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return "running " + running--;
  } }),`,
);

describe.concurrent("toolwright call --batch", () => {
  it("answers every line with one line, in order", async () => {
    const { code, lines, stderr } = await batch([
      { id: "first", name: "echo", arguments: { text: "a" } },
      { name: "echo", arguments: '{"text":"b"}' },
      { name: "count" },
      { name: "bash_output", arguments: { job: "", lines: 0 } },
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(lines).toEqual([
      { toolCallId: "first", toolName: "echo", success: true, text: "a", output: { type: "text", text: "a" } },
      {
        toolCallId: expect.stringMatching(/^\w{9}$/),
        toolName: "echo",
        success: true,
        text: "b",
        output: { type: "text", text: "b" },
      },
      {
        toolCallId: expect.any(String),
        toolName: "count",
        success: true,
        text: '{"n":[1,2]}',
        output: { type: "json", value: { n: [1, 2] } },
      },
      {
        toolCallId: expect.any(String),
        toolName: "bash_output",
        success: true,
        text: "No background jobs.\n[left out: `job` was empty, `lines` was 0]",
        output: { type: "text", text: "No background jobs." },
      },
    ]);
  });

  it("answers lines that are no calls with invalid_json and no name", async () => {
    const { code, lines } = await batch(["{nope", "[1]", "null", { id: "x" }, { name: 5 }, { name: "" }, '"echo"']);
    expect(code).toBe(0);
    expect(lines).toHaveLength(7);
    for (const line of lines) {
      expect(line).toMatchObject({ toolName: null, success: false });
      expect(line).toMatchObject({ error: { code: "invalid_json", type: "validation_error" } });
      expect(line.text).toMatch(/^Error \[invalid_json\]: The line /);
    }
    expect(lines[3]).toMatchObject({ toolCallId: "x" });
  });

  it.each(["args", "input", "Arguments", "argument"])(
    "does not run a call without its arguments, under %s",
    async (key) => {
      const { code, lines } = await batch([{ id: "x", name: "count", [key]: { text: "a" } }]);
      expect(code).toBe(0);
      expect(lines).toMatchObject([{ toolCallId: "x", toolName: null, error: { code: "invalid_json" } }]);
      const message = `The arguments of the line stand under "${key}", which is "arguments" here.`;
      expect(lines[0]?.error).toMatchObject({ message });
    },
  );

  it("passes over what a program notes beside a call", async () => {
    const { lines } = await batch([{ id: "x", name: "count", arguments: { text: "a" }, note: "mine", input: 5 }]);
    expect(lines).toMatchObject([{ toolCallId: "x", toolName: "count", success: true }]);
  });

  it("skips empty lines, takes \\r\\n, and a last line without an end", async () => {
    const { lines } = await batch(["", '{"name":"count"}\r', "  ", '{"name":"count"}']);
    expect(lines.map(({ success }) => success)).toEqual([true, true]);
  });

  it("takes the line separators that JSON allows in a text", async () => {
    const { lines } = await batch(['{"name":"echo","arguments":{"text":"a\u2028b\u0085c"}}']);
    expect(lines.map(({ text }) => text)).toEqual(["a\u2028b\u0085c"]);
  });

  it("judges arguments as the runner does", async () => {
    const { lines } = await batch([
      { name: "echo", arguments: '{"text":' },
      { name: "echo", arguments: [1] },
      { name: "echo", arguments: null },
      { name: "__proto__", arguments: {} },
      { name: "note", arguments: { text: "x" } },
    ]);
    expect(lines.map(({ error }) => (error as { code: string }).code)).toEqual([
      "invalid_json",
      "invalid_arguments",
      "invalid_arguments",
      "unknown_tool",
      "approval_denied",
    ]);
  });

  it("answers a number as an id under its digits", async () => {
    const { lines } = await batch([{ id: 7, name: "echo", arguments: { text: "a" } }, { id: 0 }]);
    expect(lines.map(({ toolCallId }) => toolCallId)).toEqual(["7", "0"]);
  });

  it("gives two calls with one id different ids, and runs both", async () => {
    const echo = { id: "same", name: "echo", arguments: { text: "a" } };
    const { lines } = await batch([{ id: "same" }, echo, echo]);
    expect(lines.map(({ success }) => success)).toEqual([false, true, true]);
    expect(new Set(lines.map(({ toolCallId }) => toolCallId)).size).toBe(3);
  });

  it("has neither redundancy nor a loop guard", async () => {
    const { lines } = await batch(Array.from({ length: 8 }, () => ({ name: "echo", arguments: { text: "a" } })));
    expect(lines.map(({ text }) => text)).toEqual(Array.from({ length: 8 }, () => "a"));
  });

  it("runs one call at a time", async () => {
    const { lines } = await batch([{ name: "slow" }, { name: "slow" }, { name: "slow" }], "--tools", "order.mjs");
    expect(lines.map(({ text }) => text)).toEqual(["running 1", "running 1", "running 1"]);
  });

  it("is one conversation: where a shell stands holds for the next line", async () => {
    const bash = (command: string) => ({ name: "bash", arguments: { command } });
    const { lines } = await batch([bash("mkdir sub && cd sub"), bash("basename $PWD")], "--yes", "--sandbox", "off");
    expect(lines[1]).toMatchObject({ success: true, text: expect.stringMatching(/^sub\n/) });
  });

  it("says where the full text of a cut output is kept, and takes a failed shell command for a success", async () => {
    const { lines } = await batch(
      [{ name: "bash", arguments: { command: "seq 1 50000; exit 3" } }],
      "--yes",
      "--sandbox",
      "off",
    );
    expect(lines[0]).toMatchObject({
      success: true,
      text: expect.stringContaining("[exit 3"),
      ref: { id: expect.any(String), bytes: expect.any(Number), lines: expect.any(Number) },
    });
    expect(Buffer.byteLength(String(lines[0]?.text))).toBeLessThanOrEqual(51_200);
  });

  it("exits 0 for no lines at all", async () => {
    expect(await batch([])).toMatchObject({ code: 0, stdout: "" });
  });

  it("answers a line as soon as its call has ended", async () => {
    const cwd = await folder({ "tools.mjs": TOOLS_MODULE });
    const { code, stdout } = await toolwright(["call", "--batch", "--tools", "tools.mjs"], {
      cwd,
      stdin: '{"name":"count"}\n{"name":"wait"}\n{"name":"count"}\n',
      onOutput: signalOn("\n", "SIGINT"),
    });
    expect(code).toBe(1);
    expect(jsonLines(stdout)[0]).toMatchObject({ toolName: "count", success: true });
  });
});
