import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Message } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import type { InstructionConfiguration } from "@toolwright/server";
import type { InstructionFile } from "@toolwright/view/internal";
import type { FolderAgent } from "@toolwright/workspace";
import type { CommandPermissions } from "../permissions/command-permissions.ts";
import { editedBytes } from "./edited-text.ts";

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
    const { file, bytes } = await this.#find();
    return { file, text: new TextDecoder().decode(bytes), basis: basisOf(bytes) };
  }

  async write({ text, basis }: Pick<InstructionFile, "text" | "basis">): Promise<string | undefined> {
    const before = await this.#find();
    const { file } = before;
    if (basisOf(before.bytes) !== basis) return `${file} has changed since it was shown; look at it again.`;
    const { files, root } = this.#agent.workspace;
    const path = join(root, file);
    if (!(await this.#permissions.mayRead(path))) return `A rule of this folder keeps ${file} from being read.`;
    const edited = editedBytes(text, before.bytes);
    if (!edited.ok) return `${file} ${edited.why}`;
    try {
      const isNew = before.bytes === undefined;
      await files.write(path, edited.bytes, { sync: true, exclusive: isNew });
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

  async #find(): Promise<{ readonly file: string; readonly bytes: Uint8Array | undefined }> {
    const { files, root } = this.#agent.workspace;
    const entries = await files.list(root);
    const file = FILES.find((name) => entries.some((entry) => entry.name === name && entry.kind === "file"));
    if (file === undefined) return { file: FILES[0], bytes: undefined };
    const path = join(root, file);
    const size = (await files.stat(path))?.size ?? 0;
    if (size > MAX_BYTES || !(await this.#permissions.mayRead(path))) return { file, bytes: undefined };
    return { file, bytes: await files.read(path) };
  }
}

/** Of the bytes: two files that are not UTF-8 can have one text. */
function basisOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "none" : createHash("sha256").update(bytes).digest("hex");
}
