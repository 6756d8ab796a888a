import { afterAll, describe, expect, it } from "vitest";
import { drawnChat } from "./support/drawn-chat.ts";
import { hasTmux } from "./support/terminal.ts";
import { removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const OLD = `${Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n")}\n`;

const call = (name: string, args: object) => ({ toolCalls: [{ name, arguments: args }] });

describe.skipIf(!hasTmux)("a change in a drawn chat (skipped without tmux)", { timeout: 120_000 }, () => {
  it("of a file that is written anew is asked about as what becomes other than it was, word by word", async () => {
    const write = call("write", { file_path: "a.txt", content: OLD.replace("line 9", "line nine") });
    const edit = call("edit", { file_path: "b.js", old_string: "let sum = 1;", new_string: "let sum = 2;" });
    const reads = call("read", { file_paths: ["a.txt", "b.js"] });
    const files = { "a.txt": OLD, "b.js": "let sum = 1;\n" };
    const { terminal } = await drawnChat([reads, write, edit, { text: "End." }], { files });
    terminal.type("go");
    const asked = await terminal.see(/Run write\?[\s\S]*❯ 1 {2}Yes, once/);
    expect(asked).toMatch(
      /a\.txt \+1 −1\n {8}line 6\n {8}line 7\n {8}line 8\n {6}- line 9\n {6}\+ line nine\n {8}line 10\n/,
    );
    expect(asked).not.toContain("line 13");
    expect(terminal.styled()).toMatch(/line .\[[\d;]*4m9/);
    terminal.press("1");
    await terminal.see(/Run edit\?[\s\S]*❯ 1 {2}Yes, once/);
    terminal.press("1");
    await terminal.see(/b\.js \+1 −1\n +1 - let sum = 1;\n +1 \+ let sum = 2;\nEnd\.\nstop/);
    expect(terminal.styled().match(/.\[[\d;]*4m(.\[[\d;]*m)?[12]/g)?.length).toBeGreaterThanOrEqual(4);
  });
});
