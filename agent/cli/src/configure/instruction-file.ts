import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Message } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import type { InstructionConfiguration } from "@toolwright/server";
import type { InstructionFile } from "@toolwright/view/internal";
import type { FolderAgent } from "@toolwright/workspace";
import type { CommandPermissions } from "../permissions/command-permissions.ts";

/** What agents read of a folder, the first one that is there. */
const FILES = ["AGENTS.md", "CLAUDE.md"] as const;
/** A larger one is not told to a model either. */
const MAX_BYTES = 256 * 1024;

/** The file of a folder that its models are told first, read and written by the person at the page. */
export class InstructionFileOfFolder implements InstructionConfiguration {
  readonly #agent: FolderAgent;
  readonly #permissions: Pick<CommandPermissions, "mayRead">;
  /** What models are told since it was changed here; undefined before. */
  #changed: string | undefined;

  constructor(agent: FolderAgent, permissions: Pick<CommandPermissions, "mayRead">) {
    this.#agent = agent;
    this.#permissions = permissions;
  }

  async read(): Promise<InstructionFile> {
    const { file, text } = await this.#find();
    return { file, text: text ?? "", basis: basisOf(text) };
  }

  async write({ text, basis }: Pick<InstructionFile, "text" | "basis">): Promise<string | undefined> {
    const before = await this.#find();
    const { file } = before;
    if (basisOf(before.text) !== basis) return `${file} has changed since it was shown; look at it again.`;
    const { files, root } = this.#agent.workspace;
    const path = join(root, file);
    if (!(await this.#permissions.mayRead(path))) return `A rule of this folder keeps ${file} from being read.`;
    try {
      const isNew = before.text === undefined;
      await files.write(path, new TextEncoder().encode(text), { sync: true, exclusive: isNew });
    } catch (thrown) {
      const { FileError } = await import("@toolwright/workspace");
      if (!(thrown instanceof FileError)) throw thrown;
      return `${file} cannot be written here: it is a link, too large, or something else than a file.`;
    }
    const told = await this.#agent.readInstructions();
    this.#changed = told ?? `${file} of this folder is empty now: what it said before no longer counts.`;
    return undefined;
  }

  /** What a conversation has not heard that began before the file was changed. */
  news(history: readonly Message[]): string | undefined {
    const changed = this.#changed;
    if (changed === undefined || history.length === 0) return undefined;
    const isTold = history.some(({ content }) => contentText(content).includes(changed));
    return isTold ? undefined : `The instructions of this folder were changed by the user. ${changed}`;
  }

  async #find(): Promise<{ readonly file: string; readonly text: string | undefined }> {
    const { files, root } = this.#agent.workspace;
    const entries = await files.list(root);
    const file = FILES.find((name) => entries.some((entry) => entry.name === name && entry.kind === "file"));
    if (file === undefined) return { file: FILES[0], text: undefined };
    const path = join(root, file);
    const size = (await files.stat(path))?.size ?? 0;
    if (size > MAX_BYTES || !(await this.#permissions.mayRead(path))) return { file, text: undefined };
    return { file, text: new TextDecoder().decode(await files.read(path)) };
  }
}

function basisOf(text: string | undefined): string {
  return text === undefined ? "none" : createHash("sha256").update(text).digest("hex");
}
