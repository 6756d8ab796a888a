import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { drawnChat } from "./support/drawn-chat.ts";
import { hasTmux } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

/** One red dot. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

/** Only these programs, what they need, and a shell. */
async function path(programs: Readonly<Record<string, string>>): Promise<string> {
  const bin = await folder();
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, name), 0o700);
  }
  return `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`;
}

/** A path in it stands on one line. */
async function shortFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "t-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** As the real ones answer. */
const GIVES = `[ "$*" = "--no-newline --type image/png" ] && echo ${PNG} | base64 -d`;
const EMPTY = "echo 'Clipboard content is not available as requested type' >&2; exit 1";
const TEXT = "echo some words";
const HUGE = `echo ${PNG} | base64 -d; head -c 6000000 /dev/zero`;

describe.skipIf(!hasTmux)("an image on the clipboard (skipped without tmux)", () => {
  it("goes along with the message, beside its words", async () => {
    const env = { PATH: await path({ "wl-paste": GIVES }), TMPDIR: await shortFolder() };
    const { terminal, cwd } = await drawnChat([{ text: "A dot." }], { env, args: ["--record", "run.tape"] });
    terminal.press("-l", "what is ");
    terminal.press("C-v");
    await terminal.see(/^what is \S+clipboard-1\.png$/m);
    terminal.type("?");
    await terminal.see(/clipboard-1\.png goes along as an image\.[\s\S]*A dot\.\ndone/);
    expect(await readFile(join(cwd, "run.tape"), "utf8")).toContain(PNG);
  });

  it.each([
    ["is not there", { "wl-paste": EMPTY, xclip: TEXT }, /There is no image on the clipboard\./],
    ["is too large", { "wl-paste": HUGE }, /The image on the clipboard is larger than 5 MB\./],
  ])("that %s is one line", async (_what, programs, line) => {
    const { terminal } = await drawnChat([], { env: { PATH: await path(programs) } });
    terminal.press("-l", "what is");
    terminal.press("C-v");
    expect(await terminal.see(line)).toMatch(/─\nwhat is\n─/);
  });

  it("is read by the next program where the first has none, and leaves no file behind", async () => {
    const TMPDIR = await shortFolder();
    const programs = { "wl-paste": EMPTY, xclip: `echo ${PNG} | base64 -d` };
    const { terminal } = await drawnChat([], { env: { PATH: await path(programs), TMPDIR } });
    terminal.press("C-v");
    await terminal.see(/clipboard-1\.png$/m);
    terminal.press("C-c");
    terminal.press("C-d");
    await terminal.see(/ended with 0/);
    expect(await readdir(TMPDIR)).toEqual([]);
  });

  it("needs a program, and says which", async () => {
    const bin = await folder();
    const { terminal } = await drawnChat([], { env: { PATH: bin } });
    terminal.press("C-v");
    await terminal.see(/Nothing here reads images from the clipboard: install wl-clipboard or xclip/);
  });
});
