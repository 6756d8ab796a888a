import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { drawnChat } from "./support/drawn-chat.ts";
import { hasTmux } from "./support/terminal.ts";
import { removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const SKILL = "---\nname: release\ndescription: How a release is made.\n---\nTag it twice.";

describe.skipIf(!hasTmux)("what a folder brings into a drawn chat (skipped without tmux)", () => {
  it("is told to the model and named: AGENTS.md, and skills, which two tools read", async () => {
    const files = {
      "AGENTS.md": "Speak of otters.",
      "CLAUDE.md": "Speak of herons.",
      ".agents/skills/release/SKILL.md": SKILL,
    };
    const reads = { toolCalls: [{ name: "read_skill", arguments: { skill: "release" } }] };
    const { terminal, cwd } = await drawnChat([reads, { text: "Read." }], { files, args: ["--record", "run.tape"] });
    expect(await terminal.see(/AGENTS\.md/)).not.toMatch(/CLAUDE\.md/);
    terminal.type("go");
    await terminal.see(/read_skill[\s\S]*Read\.\ndone/);
    const tape = readFileSync(join(cwd, "run.tape"), "utf8");
    expect(tape).toContain("Speak of otters.");
    expect(tape).not.toContain("Speak of herons.");
    expect(tape).toContain("release: How a release is made.");
    expect(tape).toContain("Tag it twice.");
  });

  it("is CLAUDE.md where there is no AGENTS.md", async () => {
    const { terminal } = await drawnChat([{ text: "Hi." }], { files: { "CLAUDE.md": "Speak of herons." } });
    await terminal.see(/CLAUDE\.md/);
  });
});

it.skipIf(!hasTmux)(
  "code and changes have colours, in answers and in questions (skipped without tmux)",
  async () => {
    const write = { toolCalls: [{ name: "write", arguments: { file_path: "a.js", content: "const one = 1;\n" } }] };
    const { terminal } = await drawnChat([write, { text: "```js\nlet two = 2;\n```\n" }]);
    terminal.type("go");
    await terminal.see(/\+ const one = 1;[\s\S]*❯ 1 {2}Yes, once/);
    expect(lineWith(terminal.colours(), "one")).toMatch(COLOURED("const"));
    terminal.press("1");
    await terminal.see(/let two = 2;\ndone/);
    expect(lineWith(terminal.colours(), "two")).toMatch(COLOURED("let"));
  },
  120_000,
);

/** A word of its own colour. */
const COLOURED = (word: string) => new RegExp(`\\u001b\\[[0-9;]*m *${word}\\u001b\\[`);

function lineWith(screen: string, word: string): string {
  return screen.split("\n").find((line) => line.includes(word)) ?? "";
}
