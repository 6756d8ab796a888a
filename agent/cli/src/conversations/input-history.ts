import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createScrubber } from "@toolwright/core";
import { objectIn } from "@toolwright/core/internal";
import type { FolderAgent } from "@toolwright/workspace";
import { folderName } from "../text/folder-name.ts";
import { replaceFile } from "../text/replace-file.ts";

/** Messages that are kept, and characters of one. */
const MOST = 500;
const LONGEST = 10_000;

/** What a person has written in a folder, newest first. Kept for its owner alone, with secrets masked. */
export class InputHistory {
  readonly #file: string;
  readonly #mask: (text: string) => string;
  #messages: readonly string[];

  private constructor(file: string, mask: (text: string) => string, messages: readonly string[]) {
    this.#file = file;
    this.#mask = mask;
    this.#messages = messages;
  }

  /** What cannot be read is as if it had never been written. */
  static async open({ workspace, secrets }: Pick<FolderAgent, "workspace" | "secrets">): Promise<InputHistory> {
    const file = join(workspace.stateDirectory, "history", `${folderName(workspace.root)}.jsonl`);
    const text = await readFile(file, "utf8").catch(() => "");
    const lines = text.split("\n").filter(Boolean);
    const messages = lines.flatMap(messageIn).slice(-MOST);
    if (lines.length > 2 * MOST) await replaceFile(file, messages.map(lineOf).join("")).catch(() => undefined);
    const scrubber = createScrubber(secrets);
    return new InputHistory(file, (message) => scrubber.text(message), messages.toReversed());
  }

  get messages(): readonly string[] {
    return this.#messages;
  }

  /** Never rejects: a full disk is no reason not to talk. */
  async add(message: string): Promise<void> {
    const masked = this.#mask(message.slice(0, LONGEST));
    if (masked.trim() === "" || masked === this.#messages[0]) return;
    this.#messages = [masked, ...this.#messages].slice(0, MOST);
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 })
      .then(() => appendFile(this.#file, lineOf(masked), { mode: 0o600 }))
      .catch(() => undefined);
  }
}

function lineOf(text: string): string {
  return `${JSON.stringify({ text })}\n`;
}

function messageIn(line: string): readonly string[] {
  const text = objectIn(line)?.text;
  return typeof text === "string" ? [text] : [];
}
