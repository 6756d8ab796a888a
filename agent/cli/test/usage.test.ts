import { afterAll, describe, expect, it } from "vitest";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const files = {
  "tools.mjs": TOOLS_MODULE,
  "object.mjs": "export default { name: 'x' };",
  "shapes.mjs": "export default [{ name: 'x' }];",
  "endless.mjs": "await new Promise(() => {});",
  "throws.mjs": "throw new Error('first line\\nsecond line');",
  "broken.json": '[\n  {"text": "a"},\n  {"text": }\n]',
  "ended.json": '[\n  {"text": "a"',
  "object.json": "{}",
  "call.json": '[{"text":"a"},{"toolCalls":[{"arguments":{}}]}]',
  "text.txt": "a file",
};

/** The arguments, and the one line they lead to. */
const wrong: readonly [args: readonly string[], line: string | RegExp][] = [
  [["rn", "x"], "unknown command 'rn'. Did you mean run?"],
  [["help", "zzzz"], "There is no such command. `toolwright --help` lists what there is."],
  [["zzzz"], "unknown command 'zzzz'. `toolwright --help` lists what there is."],
  [["chat", "--zzzz"], "unknown option '--zzzz'. `toolwright chat --help` lists what there is."],
  [["mcp", "remove"], "missing required argument 'name'. `toolwright mcp remove --help` lists what there is."],
  [["mcp", "bogus"], /^Say which: toolwright mcp list, or toolwright mcp serve; /],
  [["tools", "--tools", "."], ". is a folder; --tools takes the path of a module."],
  [["check", "."], ". is a folder; check takes the path of a module."],
  [["run", "--polcy", "x"], "unknown option '--polcy'. Did you mean --policy?"],
  [["run", "hi", "--model"], /^option '--model <spec>' argument missing\./],
  [["run"], 'Say what to do, for example: toolwright run "list the files in src".'],
  [["run", "  "], /^Say what to do/],
  [
    ["run", "hi", "--model", "gpt-5"],
    /^There is no model "gpt-5"\. Use offline, script:FILE, tape:FILE, or one of litellm:, openai:/,
  ],
  [["run", "hi", "--model", "acme:gpt"], /^There is no model "acme:gpt"\./],
  [["run", "hi", "--model", "__proto__:x"], /^There is no model "__proto__:x"\./],
  [["run", "hi", "--model", "openai:"], '"openai:" lacks a model\'s name after the colon.'],
  [["run", "hi", "--model", "script:"], '"script:" lacks a file after the colon.'],
  [
    ["run", "hi", "--model", "litellm:m"],
    /^litellm needs the server's address: set LITELLM_BASE_URL or give --base-url/,
  ],
  [["serve", "--drain", "1.5"], /It must be a whole number of seconds, from 0 to 99999/],
  [["run", "hi", "--model", "litellm:m", "--base-url", "nowhere"], /^"nowhere" is not an address of a server/],
  [["run", "hi", "--model", "openai:gpt-5"], "openai needs a key: set OPENAI_API_KEY in the environment."],
  [
    ["run", "hi", "--model", "gemini:x"],
    "gemini needs a key: set GEMINI_API_KEY or GOOGLE_API_KEY in the environment.",
  ],
  [
    ["run", "hi", "--model", "script:none.json"],
    "There is no script file none.json. Give the path of a JSON array of steps.",
  ],
  [["run", "hi", "--model", "script:broken.json"], "broken.json:3:12 is not JSON. Mend it and try again."],
  [["run", "hi", "--model", "script:ended.json"], "ended.json:2:15 is not JSON. Mend it and try again."],
  [["run", "hi", "--model", "script:object.json"], /^object\.json: The steps of the script must be an array/],
  [
    ["run", "hi", "--model", "script:call.json"],
    /^call\.json: steps\[1\]\.toolCalls\[0\] of the script: name is missing/,
  ],
  [
    ["run", "hi", "--max-iterations", "-1"],
    /^option '--max-iterations <n>' argument '-1' is invalid\. It must be a whole/,
  ],
  ...["run", "chat", "call"].map((command): [string[], RegExp] => [
    [command, "--mode", "yolo"],
    /^option '--mode <mode>' argument 'yolo' is invalid\. Allowed choices are default, accept-edits, plan, deny-asks\./,
  ]),
  [["run", "hi", "--max-iterations", "two"], /argument 'two' is invalid/],
  [["run", "hi", "--workspace", "none"], "There is no folder none; --workspace takes an existing one."],
  [["run", "hi", "--workspace", "text.txt"], "text.txt is not a folder; --workspace takes one."],
  [["run", "hi", "--tools", "none.mjs"], "There is no file none.mjs; --tools takes the path of a module."],
  [["tools", "--tools", "object.mjs"], /^The default export of object\.mjs must be an array of tools/],
  [["chat", "--tools", "shapes.mjs"], /^The default export of shapes\.mjs must be an array of tools/],
  [["call", "echo", "--tools", "throws.mjs"], "throws.mjs could not be loaded: first line"],
  [
    ["tools", "--tools", "endless.mjs"],
    "endless.mjs could not be loaded: It waits for what never comes. Mend it and try again.",
  ],
  [["call"], "Name a tool, for example: toolwright call ls. `toolwright tools` lists them."],
  [["call", "echo", "--batch"], "--batch reads its calls from standard input; leave the name and the arguments out."],
  [["call", "echo", "{}", "more"], /^too many arguments for 'call'/],
];

describe.concurrent("wrong usage", () => {
  it.each(wrong)("%j is one line that says what to do next, and exit 2", async (args, line) => {
    // That nothing is left to wait for, only a process of its own sees.
    const isAlone = args.includes("endless.mjs");
    const { code, stdout, stderr } = await toolwright(args, { cwd: await folder(files), isAlone });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^toolwright: [^\n]+\n$/);
    const said = stderr.slice("toolwright: ".length, -1);
    if (typeof line === "string") expect(said).toBe(line);
    else expect(said).toMatch(line);
  });
});

describe.concurrent("without wrong usage", () => {
  it.each([[[]], [["--help"]], [["help", "run"]], [["run", "--help"]]])("%j shows help", async (args) => {
    const { code, stdout, stderr } = await toolwright(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Usage: toolwright");
  });

  it("shows a stack trace only with --verbose", async () => {
    const cwd = await folder(files);
    const { code, stderr } = await toolwright(["tools", "--tools", "throws.mjs", "--verbose"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/\n +at /);
  });

  it("prints the version of the package", async () => {
    expect(await toolwright(["--version"])).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
  });
});
