import { afterAll, describe, expect, it } from "vitest";
import { CORE, folder, jsonLines, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

/** Tools that do what a tool should leave: they print, and end the process. */
const TOOLS = `
import { defineTool } from ${JSON.stringify(CORE)};
const input = { type: "object" };
const both = { effects: "read", allowlist: "all", input };
console.log("loaded");
export default [
  defineTool({ ...both, name: "chatter", description: "Prints.", execute() {
    console.log("chatter %d", 1);
    console.table([{ n: 1 }]);
    console.dir({ n: 2 });
    return "quiet";
  } }),
  defineTool({ ...both, name: "leave", description: "Ends the process.", execute: ({ code = 0 }) => process.exit(code) }),
];
`;

const steps = (name: string) => [{ toolCalls: [{ id: "c1", name, arguments: {} }] }, { text: "Done." }];

async function alone(args: readonly string[], stdin = "") {
  const cwd = await folder({ "tools.mjs": TOOLS, "chatter.json": steps("chatter"), "leave.json": steps("leave") });
  return toolwright([...args, "--tools", "tools.mjs"], { cwd, stdin, isAlone: true });
}

describe.concurrent("a tool that prints", () => {
  it("does so on stderr, where the output holds results alone", async () => {
    const went = await alone(["run", "--model", "script:chatter.json", "--output-format", "json", "go"]);
    expect(jsonLines(went.stdout)).toMatchObject([{ type: "result", content: "Done." }]);
    expect(went.stderr).toMatch(/^loaded\nchatter 1\n┌[\s\S]*\{ n: 2 \}\n$/);
    expect((await alone(["call", "chatter"])).stdout).toBe("quiet\n");
    expect(jsonLines((await alone(["call", "--batch"], '{"name":"chatter"}')).stdout)).toHaveLength(1);
    expect(jsonLines((await alone(["tools", "--json"])).stdout)).toHaveLength(1);
  });
});

describe.concurrent("a tool that ends the process", () => {
  it("is said to have ended the command, which fails", async () => {
    const went = await alone(["run", "--model", "script:leave.json", "--output-format", "json", "go"]);
    expect(went).toMatchObject({ code: 1, stdout: "" });
    expect(went.stderr).toMatch(/^toolwright: The command is not done: the tool leave \(call c1 of .*process\.exit/m);
    const called = await alone(["call", "leave", '{"code":7}']);
    expect(called.code).toBe(7);
    expect(called.stderr).toMatch(/the tool leave \(call /);
  });
});
