import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "../setup/clean-up.ts";
import type { DrawnTerminal } from "../terminal/drawn/drawn-terminal.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { clipboardImage } from "./clipboard-image.ts";

/** Of this command: for its owner alone, and gone with it. */
let folder: Promise<string> | undefined;
let count = 0;

/**
 * Puts the image on the clipboard into a file, and its path where the person writes: so it goes along as every other
 * one. Never rejects.
 */
export async function pasteImage(drawn: DrawnTerminal): Promise<void> {
  const { composer, screen } = drawn;
  try {
    const image = await clipboardImage();
    if (!image.ok) return screen.note(screen.styles.yellow(image.why));
    folder ??= makeFolder();
    count += 1;
    const file = join(await folder, `clipboard-${count}.png`);
    await writeFile(file, image.png, { mode: 0o600 });
    composer.editor.insertTextAtCursor(`${file} `);
    drawn.redraw();
  } catch (thrown) {
    screen.note(screen.styles.yellow(printable(messageOf(thrown))));
  }
}

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "toolwright-"));
  atEnd(() => rm(made, { recursive: true, force: true }));
  return made;
}
