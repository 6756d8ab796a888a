import { relative } from "node:path";
import type { Conversation } from "@toolwright/core";
import { isInside } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";

/** More conversations than this are not remembered; the longest unused is forgotten. */
const MAX_CONVERSATIONS = 1_000;

/** Where each conversation's shell stands: it starts in the root, and stays inside it. */
export class WorkingDirectories {
  readonly #directories = new Map<string, string>();

  /** The directory to start in, and what to say when it is no longer the one before. */
  async start(
    workspace: Workspace,
    conversation: Conversation,
  ): Promise<{ readonly cwd: string; readonly note?: string }> {
    const key = keyOf(workspace, conversation);
    const cwd = this.#directories.get(key) ?? workspace.root;
    if (await isInsideDirectory(workspace, cwd)) return { cwd };
    this.#directories.delete(key);
    return { cwd: workspace.root, note: resetNote(workspace) };
  }

  /** Keeps where a line ended, and says so when it is somewhere else than where it began. */
  async end(
    workspace: Workspace,
    conversation: Conversation,
    moved: { from: string; to: string },
  ): Promise<string | undefined> {
    if (moved.to === moved.from) return undefined;
    const key = keyOf(workspace, conversation);
    this.#directories.delete(key);
    if (!(await isInsideDirectory(workspace, moved.to))) return resetNote(workspace);
    this.#directories.set(key, moved.to);
    const [oldest] = this.#directories.keys();
    if (this.#directories.size > MAX_CONVERSATIONS && oldest !== undefined) this.#directories.delete(oldest);
    return `cwd now ${relative(workspace.root, moved.to) || "."}/`;
  }
}

async function isInsideDirectory(workspace: Workspace, path: string): Promise<boolean> {
  const real = await workspace.files.realPath(path);
  if (real === undefined || !isInside(workspace.root, real)) return false;
  return (await workspace.files.stat(real))?.kind === "directory";
}

function resetNote({ root }: Workspace): string {
  return `cwd reset to ${root}`;
}

function keyOf({ root }: Workspace, { channel, chatId }: Conversation): string {
  return JSON.stringify([root, channel, chatId]);
}
