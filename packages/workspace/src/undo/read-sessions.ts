import { join } from "node:path";
import type { Conversation } from "@toolwright/core";
import { FileError } from "../workspace/file-error.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { LogEntry } from "./log-line.ts";
import { loadSessionHead } from "./session-head.ts";
import { SessionLog } from "./session-log.ts";
import { isSessionName, undoFolder } from "./undo-folder.ts";

/** The changes of one conversation, as its log has them. */
export interface Session {
  readonly folder: string;
  readonly conversation: Conversation;
  /** In the order of the log. */
  readonly entries: readonly LogEntry[];
  /** By seq: whether an entry was made, where the log says so. */
  readonly settled: ReadonlyMap<number, boolean>;
}

/** All conversations of a workspace that have changed files. */
export async function readSessions(workspace: Workspace): Promise<readonly Session[]> {
  const folder = undoFolder(workspace);
  const names = await workspace.files.list(folder).catch((error: unknown) => noneYet(error, folder));
  const sessions = names
    .filter(({ name }) => isSessionName(name))
    .map(({ name }) => readSession(workspace, join(folder, name)));
  return (await Promise.all(sessions)).filter((session) => session !== undefined);
}

/** A log that cannot be read is not one that is empty. */
function noneYet(error: unknown, folder: string): readonly [] {
  if (error instanceof FileError && error.reason === "NOT_FOUND") return [];
  throw new Error(`The undo log ${folder} cannot be read.`, { cause: error });
}

async function readSession(workspace: Workspace, folder: string): Promise<Session | undefined> {
  const conversation = await loadSessionHead(workspace, folder);
  if (conversation === undefined) return undefined;
  const lines = await new SessionLog(workspace.files, folder).lines();
  return {
    folder,
    conversation,
    entries: lines.filter((line) => line.type === "entry"),
    settled: new Map(lines.flatMap((line) => (line.type === "settled" ? [[line.seq, line.made] as const] : []))),
  };
}
