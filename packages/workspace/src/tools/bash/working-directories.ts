import { relative } from "node:path";
import type { Conversation } from "@toolwright/core";
import { isInside } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { announceShells, type StandingShells } from "./shell-directories.ts";

/** More conversations than this are not remembered; the longest unused is forgotten. */
const MAX_CONVERSATIONS = 1_000;

/** Where each conversation's shell stands: it starts in the root, and stays inside it. */
export class WorkingDirectories implements StandingShells {
  readonly #directories = new Map<string, Standing>();

  /** The directory to start in, and what to say when it is no longer the one before. */
  async start(
    workspace: Workspace,
    conversation: Conversation,
  ): Promise<{ readonly cwd: string; readonly note?: string }> {
    const key = keyOf(workspace, conversation);
    const cwd = this.#directories.get(key)?.directory ?? workspace.root;
    if (await isInsideDirectory(workspace, cwd)) return { cwd };
    this.#leave(key);
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
    this.#leave(key);
    if (!(await isInsideDirectory(workspace, moved.to))) return resetNote(workspace);
    if (moved.to !== workspace.root) this.#stand(key, { root: workspace.root, directory: moved.to });
    return `cwd now ${onOneLine(relative(workspace.root, moved.to) || ".")}/`;
  }

  directoriesIn(root: string): readonly string[] {
    return [...this.#directories.values()].filter((at) => at.root === root).map(({ directory }) => directory);
  }

  #stand(key: string, at: Standing): void {
    this.#directories.set(key, at);
    const [oldest] = this.#directories.keys();
    if (this.#directories.size > MAX_CONVERSATIONS && oldest !== undefined) this.#leave(oldest);
    announceShells(this, true);
  }

  #leave(key: string): void {
    this.#directories.delete(key);
    announceShells(this, this.#directories.size > 0);
  }
}

/** A name with line breaks in it could pass for lines of ours. */
function onOneLine(path: string): string {
  return /\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
}

interface Standing {
  readonly root: string;
  readonly directory: string;
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
