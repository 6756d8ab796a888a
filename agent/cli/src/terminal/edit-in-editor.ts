import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Environment } from "../model/environment.ts";
import { messageOf } from "../text/message-of.ts";
import { editorCommand } from "./editor-command.ts";

/** What came of an editor: what is written now, or why it stays as it was. */
export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

/** Bytes that are taken back. */
const LARGEST = 1024 * 1024;

const MISSING = "Which editor? Set VISUAL or EDITOR, as in EDITOR=vim.";

/** Opens a text in the person's own editor, which has the terminal until it ends. Never rejects. */
export async function editInEditor(text: string, environment: Environment): Promise<Edited> {
  const command = editorCommand(environment);
  if (command === undefined) return { ok: false, why: MISSING };
  let folder: string | undefined;
  try {
    // For its owner alone, as mkdtemp makes it.
    folder = await mkdtemp(join(tmpdir(), "toolwright-edit-"));
    const file = join(folder, "message.md");
    await writeFile(file, `${text}\n`, { mode: 0o600 });
    const problem = await runEditor(command, file);
    if (problem !== undefined) return { ok: false, why: problem };
    if ((await stat(file)).size > LARGEST) return { ok: false, why: "More than 1 MB was written: that is too much." };
    return { ok: true, text: (await readFile(file, "utf8")).replaceAll("\r\n", "\n").replace(/\n$/, "") };
  } catch (thrown) {
    return { ok: false, why: `Nothing could be taken back from the editor: ${messageOf(thrown)}` };
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Says why it came to nothing; undefined where it ended well. Ctrl-C is the editor's meanwhile. */
async function runEditor(
  [program, ...args]: readonly [string, ...string[]],
  file: string,
): Promise<string | undefined> {
  const listening = process.listeners("SIGINT");
  process.removeAllListeners("SIGINT");
  const ignore = () => undefined;
  process.on("SIGINT", ignore);
  try {
    return await new Promise((resolve) => {
      const child = spawn(program, [...args, file], { stdio: "inherit" });
      child.once("error", ({ message }) => resolve(`${program} cannot be started: ${message}`));
      child.once("close", (code, signal) => {
        if (code === 0) resolve(undefined);
        else resolve(`${basename(program)} ended with ${signal ?? code}: what was written stays as it was.`);
      });
    });
  } finally {
    process.off("SIGINT", ignore);
    for (const listener of listening) process.on("SIGINT", listener);
  }
}
