import { relative } from "node:path";
import type { Conversation, DependencyKey } from "@toolwright/core";
import { isInside } from "../../workspace/is-inside.ts";
import { conversationIn, type Workspace } from "../../workspace/workspace.port.ts";

/** More conversations than this are not remembered; the longest unused is forgotten. */
const MAX_CONVERSATIONS = 1_000;

/**
 * Where each conversation's shell stands: it starts in the root of its workspace, and stays inside it. What judges
 * lines and the tool that runs them are given the same one, so that a line is judged from where it will run.
 */
export class ShellDirectories {
  readonly #directories = new Map<string, Standing>();

  /** The directory to start in, and what to say when it is no longer the one before. Changes nothing. */
  async start(
    workspace: Workspace,
    conversation: Conversation,
  ): Promise<{ readonly cwd: string; readonly note?: string }> {
    const key = conversationIn(workspace, conversation);
    const cwd = this.#directories.get(key)?.directory ?? workspace.root;
    if (await isInsideDirectory(workspace, cwd)) return { cwd };
    return { cwd: workspace.root, note: resetNote(workspace) };
  }

  /** Keeps where a line ended, and says so when it is somewhere else than where it began. */
  async end(
    workspace: Workspace,
    conversation: Conversation,
    moved: { from: string; to: string },
  ): Promise<string | undefined> {
    const key = conversationIn(workspace, conversation);
    if (moved.to === moved.from) {
      if (moved.to === workspace.root) this.#directories.delete(key);
      return undefined;
    }
    this.#directories.delete(key);
    if (!(await isInsideDirectory(workspace, moved.to))) return resetNote(workspace);
    if (moved.to !== workspace.root) this.#stand(key, { root: workspace.root, directory: moved.to });
    return `cwd now ${onOneLine(relative(workspace.root, moved.to) || ".")}/`;
  }

  /** The directories below a real root in which a shell would run its next line. */
  directoriesIn(root: string): readonly string[] {
    const here = [...this.#directories.values()].filter((at) => at.root === root);
    return [...new Set(here.map(({ directory }) => directory))];
  }

  /** Where every shell stands, as a text that changes with it. */
  standing(): string {
    return JSON.stringify([...this.#directories.values()].map(({ root, directory }) => [root, directory]));
  }

  #stand(key: string, at: Standing): void {
    this.#directories.set(key, at);
    const [oldest] = this.#directories.keys();
    if (this.#directories.size > MAX_CONVERSATIONS && oldest !== undefined) this.#directories.delete(oldest);
  }
}

/** What runs lines, as far as it has to know where. */
export type StandingShells = Pick<ShellDirectories, "start" | "end">;

/**
 * Where `bash` keeps where it stands. The policy of a runner brings its own; without one every tool has one to itself.
 */
export const SHELL_DIRECTORIES: DependencyKey<StandingShells | undefined> = {
  id: "toolwright.shell-directories",
  scope: "run",
  create: () => undefined,
};

/** For a line that several judge: it starts where the last of them says, and all of them learn where it ended. */
export function joinShells(all: readonly StandingShells[]): StandingShells | undefined {
  const last = all.at(-1);
  return (
    last && {
      start: (workspace, conversation) => last.start(workspace, conversation),
      async end(workspace, conversation, moved) {
        const notes = await Promise.all(all.map((shells) => shells.end(workspace, conversation, moved)));
        return notes.at(-1);
      },
    }
  );
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
