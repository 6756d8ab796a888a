import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bash, drawnChat } from "./support/drawn-chat.ts";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const MARKDOWN = `# Title

Some **bold** text with \`code\`.

- one
- two

| a | b |
|---|---|
| 漢字 | 2 |

\`\`\`js
const a = 1;
\`\`\`

The end.`;

/** A reading tool that prints after a second, and leaves a file where one can see that it has. */
const LATER = TOOLS_MODULE.replace("import { ", 'import { writeFileSync } from "node:fs";\nimport { ').replace(
  "export default [",
  `export default [
  defineTool({ name: "later", description: "", effects: "read", input: text(), execute: async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    setTimeout(() => writeFileSync("later", ""), 200);
    return "late news";
  } }),`,
);

describe.skipIf(!hasTmux)("a chat that is drawn (skipped without tmux)", () => {
  it("shows Markdown, and lets nothing of a model act on the terminal", async () => {
    const { terminal } = await drawnChat([
      { text: MARKDOWN },
      { text: "a\u001b[2Jb \u001b]0;title\u0007 [x](http://hidden) \u202e" },
    ]);
    terminal.type("go");
    const shown = await terminal.see(/The end\.\ndone · 1 step/);
    expect(shown).toContain("❯ go\nTitle\nSome bold text with code.\n- one\n- two\n┌");
    expect(shown).toContain("│ 漢字 │ 2 │");
    expect(shown).toContain("  const a = 1;\nThe end.");
    terminal.type("again");
    const second = await terminal.see(/a\\u\{1b\}\[2Jb[\s\S]*done/);
    expect(second).toContain("x (http://hidden) \\u{202e}");
    expect(second).toContain("Title");
  });

  it("asks once, with the change as it would be, and takes keys", async () => {
    const write = { toolCalls: [{ name: "write", arguments: { file_path: "a.js", content: "let a;\nlet b;\n" } }] };
    const { terminal } = await drawnChat([
      write,
      bash("echo ran-$((40 + 2))"),
      { text: "Another way." },
      { text: "Fine." },
    ]);
    terminal.type("go");
    const asked = await terminal.see(
      /❯ 1 {2}Yes, once\n {2}2 {2}Yes, and always from now on\n {2}s {2}Yes, and in this session\n {2}3 {2}No/,
    );
    expect(asked).toContain("● write\n╭ ? Run write?");
    expect(asked).toMatch(/│ {3}a\.js \+2 created\n│ +1 \+ let a;\n│ +2 \+ let b;\n/);
    expect(asked.match(/let a;/g)).toHaveLength(1);
    terminal.press("1");
    const second = await terminal.see(/Run bash\?[\s\S]*❯ 1 {2}Yes, once\n {2}3 {2}No/);
    expect(second).toContain("› Yes, once\n  a.js +2 created\n● bash");
    expect(second.match(/let a;/g)).toHaveLength(1);
    terminal.press("3");
    await terminal.see(/Why not\?[\s\S]*Esc goes back/);
    terminal.press("Escape");
    await terminal.see(/Why not\?[^\n]*back\n[\s\S]*❯ 1 {2}Yes, once\n {2}3 {2}No/);
    terminal.press("3");
    await terminal.see(/Esc goes back/);
    terminal.type("use make");
    const refused = await terminal.see(/Another way\.\ndone/);
    expect(refused).toContain("✗ use make");
    expect(refused).not.toContain("ran-42");
  });

  it("lets nothing push a question out of sight", async () => {
    const asks = { name: "bash", arguments: { command: "sh -c 'echo asked'" } };
    const { terminal, cwd } = await drawnChat(
      [{ toolCalls: [{ name: "later", arguments: {} }, asks] }, { text: "End." }],
      {
        files: { "later.mjs": LATER },
        args: ["--tools", "later.mjs"],
      },
    );
    terminal.type("go");
    await terminal.see(/Run bash\?[\s\S]*❯ 1 {2}Yes, once/);
    await expect.poll(() => existsSync(join(cwd, "later"))).toBe(true);
    expect(await terminal.see(/Yes, once/)).toMatch(/Run bash\?(?:(?!● later|↳)[\s\S])*❯ 1 {2}Yes, once/);
    terminal.press("1");
    expect(await terminal.see(/End\.\ndone/)).toMatch(/› Yes, once\n[\s\S]*late news/);
  });

  it("runs what the person made of a call", async () => {
    const { terminal } = await drawnChat([bash("echo ran-$((40 + 2))"), { text: "Fine." }]);
    terminal.type("go");
    await terminal.see(/❯ 1 {2}Yes, once/);
    terminal.press("e");
    await terminal.see(/^command >\n─+\nsh -c 'echo ran-\$\(\(40 \+ 2\)\)'/m);
    terminal.press("C-u");
    terminal.type("echo instead-$((1 + 1))");
    expect(await terminal.see(/Fine\.\ndone/)).toContain("instead-2");
  });

  it("stops a run on Esc and on Ctrl-C, and a question with it", async () => {
    const { terminal } = await drawnChat([bash("echo a; sleep 4220.5"), bash("echo b"), { text: "Here." }]);
    for (const key of ["Escape", "C-c"]) {
      terminal.type("go");
      await terminal.see(/❯ 1 {2}Yes, once/);
      terminal.press(key);
      await terminal.see(/stopped · 1 step[\s\S]*─\n─+\nscript/);
    }
    terminal.type("again");
    await terminal.see(/Here\.\ndone/);
    terminal.press("C-c");
    await terminal.see(/Ctrl-C again, or Ctrl-D, leaves/);
    terminal.press("C-c");
    expect(await terminal.see(/ended with 0/)).toMatch(
      /To go on with this: toolwright chat --resume [0-9a-f]{8}\nended with 0/,
    );
  });

  it("keeps what was typed from answering a question", async () => {
    const { terminal } = await drawnChat([
      bash("sleep 1; echo one"),
      bash("echo two"),
      { text: "End." },
      { text: "Heard." },
    ]);
    terminal.type("go");
    await terminal.see(/❯ 1 {2}Yes, once/);
    terminal.press("1");
    await terminal.see(/Running bash|Running…/);
    // A key every tenth of a second: somebody who types.
    for (const key of "1111111111111111111111111111111") {
      terminal.press("-l", key);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    const asked = await terminal.see(/Run bash\?[\s\S]*Run bash\?[\s\S]*❯ 1 {2}Yes, once/);
    expect(asked).not.toContain("two\n  [exit 0]");
  });

  it("shows progress as it stands, and what it said last once it is over", async () => {
    const line = "for n in 1 2 3; do printf '\\rstep %s of 3' $n; sleep 1; done; echo; echo over";
    const call = { toolCalls: [{ name: "bash", arguments: { command: line } }] };
    const { terminal } = await drawnChat([call, { text: "The end." }]);
    terminal.type("go");
    await terminal.see(/^ {2}step 1 of 3\n/m);
    await terminal.see(/^ {2}step 2 of 3\n/m);
    const shown = await terminal.see(/ {2}step 3 of 3\n {2}over\n {2}\[exit 0[^\n]*\n+The end\.\ndone/);
    expect(shown.match(/^ {2}step/gm)).toHaveLength(1);
  });

  it("says in a line what an agent does, and shows its report as Markdown", async () => {
    const agent = { name: "agent", arguments: { description: "look around", prompt: "Look." } };
    const inner = { name: "bash", arguments: { command: "sleep 2; echo seen-42" } };
    const report = { text: "### Found\n\n- `one`\n- two" };
    const { terminal } = await drawnChat([
      { toolCalls: [agent] },
      { toolCalls: [inner] },
      report,
      { text: "The end." },
    ]);
    terminal.type("go");
    await terminal.see(
      /Running agent… step 1 [^\n]*\n {2}└ look around · 1 call · \d s · bash sleep 2; echo seen-42\n/,
    );
    const shown = await terminal.see(/The end\.\ndone/);
    expect(shown).toMatch(
      /● agent look around[^\n]*\n {2}\[agent \w{3} completed[^\n]*\n {2}Found\n {2}- one\n {2}- two\n/,
    );
    expect(shown).not.toContain("seen-42\n");
  });

  it("shows the report of an agent in the background as Markdown, too", async () => {
    const prompt = { description: "look around", prompt: "Look.", background: true };
    const { terminal } = await drawnChat([
      { toolCalls: [{ name: "agent", arguments: prompt }] },
      { text: "### Found\n\n- `one`\n- two" },
      { text: "Meanwhile." },
      { text: "The end." },
    ]);
    terminal.type("go");
    await terminal.see(/! agent came back later\n {2}\[agent \w{3} completed[^\n]*\n {2}Found\n {2}- one\n {2}- two\n/);
  });

  it("survives every size", async () => {
    const { terminal } = await drawnChat([{ text: MARKDOWN }, { text: MARKDOWN }]);
    terminal.type("go");
    await terminal.see(/done · 1 step/);
    for (const [width, height] of [
      [20, 8],
      [3, 3],
      [60, 20],
      [100, 50],
    ] as const)
      terminal.resize(width, height);
    terminal.type("again");
    await terminal.see(/❯ again[\s\S]*The end\.\ndone · 1 step[^\n]*\n─+\n─+\nscript:s\.json/);
  });

  it("is plain where that was asked for, and on a dumb terminal", async () => {
    const cwd = await folder({ "s.json": [{ text: "**Hi**" }] });
    for (const [args, environment] of [
      [["--plain"], DRAWN],
      [[], { ...DRAWN, TERM: "dumb" }],
    ] as const) {
      const terminal = new TestTerminal(["chat", "--model", "script:s.json", ...args], cwd, environment);
      await terminal.see(/^>$/m);
      terminal.type("go");
      expect(await terminal.see(/\*\*Hi\*\*\ndone/)).not.toContain("─");
    }
  });

  it("gives the terminal back when it cannot begin", async () => {
    const cwd = await folder();
    const terminal = new TestTerminal(["chat", "--model", "nobody:x"], cwd, DRAWN);
    expect(await terminal.see(/ended with 2/)).toMatch(/^toolwright: There is no model "nobody:x"\.[^─]*ended with 2$/);
  });
});

it("loads nothing that draws where nothing is drawn", async () => {
  const hook = `import { registerHooks } from "node:module"; registerHooks({ resolve(name, context, next) {
    if (/pi-tui|highlight[.]js/.test(name)) process.stderr.write("loads " + name); return next(name, context); } });`;
  const cwd = await folder({ "s.json": [{ text: "Hi." }] });
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
  const ended = await toolwright(["chat", "--model", "script:s.json"], { cwd, env, stdin: "go\n" });
  expect(ended).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("Hi.") });
});
