import { afterAll, describe, expect, it } from "vitest";
import { drawnChat } from "./support/drawn-chat.ts";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const OLD = `${Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n")}\n`;

const call = (name: string, args: object) => ({ toolCalls: [{ name, arguments: args }] });

describe.skipIf(!hasTmux)("a change in a drawn chat (skipped without tmux)", () => {
  it("of a file that is written anew is asked about as what becomes other than it was, word by word", async () => {
    const write = call("write", { file_path: "a.txt", content: OLD.replace("line 9", "line nine") });
    const edit = call("edit", { file_path: "b.js", old_string: "let sum = 1;", new_string: "let sum = 2;" });
    const reads = call("read", { file_paths: ["a.txt", "b.js"] });
    const files = { "a.txt": OLD, "b.js": "let sum = 1;\n" };
    const { terminal } = await drawnChat([reads, write, edit, { text: "End." }], { files });
    terminal.type("go");
    const asked = await terminal.see(/Run write\?[\s\S]*❯ 1 {2}Yes, once/);
    expect(asked).toMatch(
      /a\.txt \+1 −1\n│ {5}7 {3}line 6\n│ {5}8 {3}line 7\n│ {5}9 {3}line 8\n│ {4}10 - line 9\n│ {4}10 \+ line nine\n│ {4}11 {3}line 10\n/,
    );
    expect(asked).not.toContain("line 13");
    expect(terminal.styled()).toMatch(/line .\[[\d;]*4m9/);
    terminal.press("1");
    await terminal.see(/Run edit\?[\s\S]*❯ 1 {2}Yes, once/);
    terminal.press("1");
    await terminal.see(
      /b\.js \+1 −1\n│ +1 - let sum = 1;\n│ +1 \+ let sum = 2;\n[\s\S]*› Yes, once\n {2}b\.js \+1 −1\nEnd\.\ndone/,
    );
    expect(terminal.screen().match(/let sum = 2;/g)).toHaveLength(1);
    expect(terminal.styled().match(/.\[[\d;]*4m(.\[[\d;]*m)?[12]/g)?.length).toBeGreaterThanOrEqual(2);
  });
});

describe.skipIf(!hasTmux)("a change in a chat of plain lines (skipped without tmux)", () => {
  it("is asked about as a difference, too, and told in one line", async () => {
    const write = call("write", { file_path: "a.txt", content: OLD.replace("line 9", "line nine") });
    const steps = [call("read", { file_paths: ["a.txt"] }), write, { text: "End." }];
    const cwd = await folder({ "s.json": steps, "a.txt": OLD });
    const terminal = new TestTerminal(["chat", "--model", "script:s.json", "--sandbox", "off"], cwd);
    await terminal.see(/^>$/m);
    terminal.type("go");
    const asked = await terminal.see(/Run write\?[\s\S]*n = no >$/);
    expect(asked).toMatch(
      /a\.txt \+1 −1\n {6}7 {3}line 6\n[\s\S]* {5}10 - line 9\n {5}10 \+ line nine\n {5}11 {3}line 10\n/,
    );
    expect(asked).not.toContain("line 13");
    terminal.type("y");
    const told = await terminal.see(/End\.\n+done/);
    expect(told).toMatch(/n = no > y\n {2}a\.txt \+1 −1\n+End\./);
  });
});
