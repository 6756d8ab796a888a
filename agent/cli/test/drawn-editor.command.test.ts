import { spawnSync } from "node:child_process";
import { chmod, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bash, drawnChat } from "./support/drawn-chat.ts";
import { hasTmux } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

/** A program in a folder whose name has a blank; the file stands last. */
async function editor(script: string): Promise<string> {
  const path = join(await folder({ "my editors/ed": "" }), "my editors/ed");
  await writeFile(path, `#!/bin/sh\nfor file; do :; done\n${script}\n`);
  await chmod(path, 0o700);
  return `"${path}" --wait`;
}

const hasVim = spawnSync("vim", ["--version"]).status === 0;

/** Everything that an editor can leave behind. */
const MESS = `printf '\\033[?1049h\\033[?1003h\\033[31m\\033[?25l'; stty -echo -icanon cbreak`;

describe.skipIf(!hasTmux)("an editor of one's own (skipped without tmux)", () => {
  it.skipIf(!hasVim)("is vim, where that is it (skipped without vim)", async () => {
    const { terminal } = await drawnChat([{ text: "Heard." }], { env: { VISUAL: "vim -u NONE -N" } });
    terminal.press("-l", "first");
    terminal.press("C-g");
    await terminal.see(/^first\n~[\s\S]*message\.md/);
    terminal.type("osecond with ünïcode");
    terminal.press("Escape");
    terminal.type(":wq");
    await terminal.see(/─\nfirst\nsecond with ünïcode\n─/);
    terminal.press("Enter");
    await terminal.see(/❯ first\n {2}second with ünïcode\nHeard\.\ndone/);
  });

  it("may leave the terminal in any state, and may be given Ctrl-C", async () => {
    const EDITOR = await editor(
      `${MESS}; cp "$file" given; trap 'echo "after" >> "$file"; exit 0' INT; echo ready; while :; do sleep 0.1; done`,
    );
    const before = new Set(await readdir(tmpdir()));
    const { terminal, cwd } = await drawnChat([{ text: "Heard." }, { text: "Again." }], { env: { EDITOR } });
    terminal.paste(Array.from({ length: 12 }, (_, line) => `pasted ${line}`).join("\n"));
    await terminal.see(/\[paste #1 \+12 lines\]/);
    terminal.press("C-g");
    await terminal.see(/ready/);
    terminal.press("C-c");
    await terminal.see(/─\n[\s\S]*pasted 11\nafter\n─/);
    terminal.press("Enter");
    await terminal.see(/Heard\.\ndone/);
    terminal.type("more");
    await terminal.see(/❯ more\nAgain\.\ndone/);
    expect(await readdir(cwd)).toContain("given");
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith("toolwright-edit-") && !before.has(name));
    expect(left).toEqual([]);
    terminal.press("C-d");
    await terminal.see(/ended with 0/);
  });

  it.each([
    ["exit 3", /^ed ended with 3: what was written stays as it was/m],
    ["kill -9 $$", /^ed ended with SIGKILL: what was written stays/m],
    ['rm "$file"', /Nothing could be taken back from the editor/],
  ])("that comes to nothing (%s) is one line", async (script, line) => {
    const { terminal } = await drawnChat([{ text: "Heard." }], { env: { EDITOR: await editor(script) } });
    terminal.press("-l", "as it was");
    terminal.press("C-g");
    const shown = await terminal.see(line);
    expect(shown).toMatch(/─\nas it was\n─/);
    terminal.press("Enter");
    await terminal.see(/❯ as it was\nHeard/);
  });

  it.each([
    ["", /Which editor\? Set VISUAL or EDITOR/],
    ["/nowhere/ed", /\/nowhere\/ed cannot be started/],
  ])("that is not there (%j) is one line", async (EDITOR, line) => {
    const { terminal } = await drawnChat([], { env: { EDITOR } });
    terminal.press("-l", "as it was");
    terminal.press("C-g");
    expect(await terminal.see(line)).toMatch(/─\nas it was\n─/);
  });

  it("edits what a call says", async () => {
    const EDITOR = await editor(`sed -i 's/echo ran/echo edited/' "$file"`);
    const { terminal } = await drawnChat([bash("echo ran-$((40 + 2))"), { text: "Fine." }], { env: { EDITOR } });
    terminal.type("go");
    await terminal.see(/❯ 1 {2}Yes, once/);
    terminal.press("C-g");
    terminal.press("e");
    await terminal.see(/^command >/m);
    terminal.press("C-g");
    await terminal.see(/^sh -c 'echo edited-/m);
    terminal.press("Enter");
    expect(await terminal.see(/Fine\.\ndone/)).toContain("edited-42");
  });

  it("is left with Esc, and the question stands again; Ctrl-C stops the run", async () => {
    const { terminal } = await drawnChat([bash("echo ran-$((40 + 2))"), { text: "Fine." }, bash("echo two")]);
    terminal.type("go");
    await terminal.see(/❯ 1 {2}Yes, once/);
    terminal.press("e");
    await terminal.see(/^command >[\s\S]*^ {2}Esc goes back$/m);
    terminal.press("Escape");
    await terminal.see(/❯ 1 {2}Yes, once/);
    terminal.press("1");
    expect(await terminal.see(/Fine\.\ndone/)).toContain("ran-42");
    terminal.type("more");
    await terminal.see(/❯ 1 {2}Yes, once/);
    terminal.press("e");
    await terminal.see(/Esc goes back/);
    terminal.press("C-c");
    await terminal.see(/^stopped/m);
  });
});
