import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { drawnChat } from "./support/drawn-chat.ts";
import { hasTmux } from "./support/terminal.ts";
import { removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const CODE = `
const names = Array.from({ length: 12 }, (_, n) => "f" + n + ".txt");
for (const name of names) await tools.ls({ path: "." });
const wrote = await Promise.all([1, 2].map((n) =>
  attempt(tools.write({ file_path: "out" + n + ".txt", content: "x" })),
));
return wrote.map(({ ok }) => ok);`;

const steps = [{ toolCalls: [{ id: "p", name: "run_code", arguments: { code: CODE } }] }, { text: "The end." }];

describe.skipIf(!hasTmux)("a program in a chat that is drawn (skipped without tmux)", () => {
  it("shows its last eight calls while it runs, asks with the place in it, and then a line for each call", async () => {
    const { terminal, cwd } = await drawnChat(steps, { args: ["--code-mode=only"] });
    terminal.type("go");
    const asked = await terminal.see(/Run write\?[\s\S]*(write .*· waits for an answer[\s\S]*){2}/);
    // The question that is ready first is asked first, and may be drawn before the other is there.
    const first = /call (1[34]), line 5 of the program( · 1 more question waits)?\n/.exec(asked)?.[1];
    const second = { 13: 14, 14: 13 }[first ?? ""];

    expect(asked).toMatch(/● run_code\n {2}const names = /);
    expect(asked).toContain("▸ 5    attempt(tools.write(");
    expect(asked).toContain("Ran so far: ls ×12 ok");
    expect(asked.match(/^ +ls .*· ok$/gm)).toHaveLength(6);
    expect(asked.match(/^ +write .*· waits for an answer$/gm)).toHaveLength(2);

    terminal.press("y");
    await terminal.see(new RegExp(`call ${second}, line 5 of the program\n`));
    terminal.press("y");
    const ended = await terminal.see(/The end\.\ndone · 2 steps/);

    expect(ended).toContain("● ls .\n  ● write out1.txt\n  ● write out2.txt\n  [true,true]");
    expect(ended.match(/^ {2}● ls \.$/gm)).toHaveLength(12);
    expect(await readFile(join(cwd, "out2.txt"), "utf8")).toBe("x");
  });

  it("takes one answer for several calls of a program, as many as a person says", async () => {
    const code = `
      for (const n of [1, 2, 3, 4]) await tools.write({ file_path: "out" + n + ".txt", content: "x" });
      return "all";`;
    const { terminal, cwd } = await drawnChat(
      [{ toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] }, { text: "The end." }],
      { args: ["--code-mode=only"] },
    );
    terminal.type("go");
    await terminal.see(/call 1, line 2 of the program[\s\S]*p {2}Yes, and more calls of this program/);
    terminal.press("p");
    await terminal.see(/How many more calls of write may this program make\?/);
    terminal.type("2");
    await terminal.see(/call 4, line 2 of the program/);
    expect(await readFile(join(cwd, "out3.txt"), "utf8")).toBe("x");
    terminal.press("y");
    const ended = await terminal.see(/The end\.\ndone · 2 steps/);

    expect(ended.match(/Run write\?/g)).toHaveLength(2);
    expect(await readFile(join(cwd, "out4.txt"), "utf8")).toBe("x");
  });
});
