import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Conversation } from "@toolwright/core";
import { onTestFinished } from "vitest";
import { createLocalWorkspace } from "../src/local/local-workspace.adapter.ts";
import type { ChangeLog } from "../src/transaction/change-log.port.ts";
import { commitChanges } from "../src/transaction/commit-changes.ts";
import type { FileContent } from "../src/transaction/file-change.ts";
import { contentAt } from "../src/transaction/file-content.ts";
import { createChangeLog } from "../src/undo/file-change-log.ts";
import type { Workspace } from "../src/workspace/workspace.port.ts";

/** What a file is to become: text, bytes, a link, or nothing; and its permission bits. */
export type Wanted = string | Uint8Array | { readonly target: string } | null;

/** A real folder whose changes are recorded. */
export interface UndoBench {
  readonly workspace: Workspace;
  readonly log: ChangeLog;
  path(name: string): string;
  /** Writes a file as somebody else would. */
  put(name: string, content: string): Promise<void>;
  /** Changes files as one call of a turn, through the log. */
  change(turn: string, files: Readonly<Record<string, Wanted>>, about?: ChangeAbout): Promise<void>;
  /** Everything in the folder: text by path, `-> target` for a link. */
  contents(): Promise<Record<string, string>>;
}

/** What else a test may say of a change. */
export interface ChangeAbout {
  readonly call?: string;
  readonly mode?: number;
  readonly conversation?: Conversation;
}

export const CHAT: Conversation = { channel: "test", chatId: "1" };

/** Makes a bench in a fresh folder, which goes when the test ends. */
export async function undoBench(limits: Parameters<typeof createChangeLog>[1] = {}): Promise<UndoBench> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "undo-")));
  onTestFinished(() => rm(base, { recursive: true }));
  await mkdir(join(base, "work"));
  const workspace = await createLocalWorkspace({ root: join(base, "work"), stateDirectory: join(base, "state") });
  const log = createChangeLog(workspace, limits);
  const path = (name: string): string => join(workspace.root, name);
  return {
    workspace,
    log,
    path,
    async put(name, content) {
      await mkdir(dirname(path(name)), { recursive: true });
      await writeFile(path(name), content);
    },
    change: (turn, files, about) => change({ workspace, log }, turn, { files, about }),
    contents: () => contents(workspace.root),
  };
}

async function change(
  { workspace, log }: Pick<UndoBench, "workspace" | "log">,
  turn: string,
  { files, about = {} }: { readonly files: Readonly<Record<string, Wanted>>; readonly about?: ChangeAbout | undefined },
): Promise<void> {
  const changes = [];
  for (const [name, wanted] of Object.entries(files)) {
    const path = join(workspace.root, name);
    const before = await contentAt(workspace.files, path);
    if (before === "other") throw new Error(`${name} is no file`);
    if (before === undefined && wanted === null) continue;
    changes.push({ path, before, after: toContent(wanted), ...(about.mode === undefined ? {} : { mode: about.mode }) });
  }
  const { conversation = CHAT, call = "c1" } = about;
  const recorded = await log.record(changes, { runId: turn, toolCallId: call, conversation, toolName: "write" });
  await commitChanges(workspace, changes);
  await recorded.settle(true);
}

function toContent(wanted: Wanted): FileContent | undefined {
  if (wanted === null) return undefined;
  return typeof wanted === "string" ? new TextEncoder().encode(wanted) : wanted;
}

/** Everything below a folder, empty directories with a `/`. */
export async function contents(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1);
    if (entry.isSymbolicLink()) found[name] = `-> ${await readlink(path)}`;
    else if (entry.isFile()) found[name] = await readFile(path, "utf8");
    else if ((await readdir(path)).length === 0) found[`${name}/`] = "";
  }
  return found;
}
