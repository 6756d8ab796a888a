import { relative } from "node:path";
import type { Conversation } from "@toolwright/core";
import { isSameConversation } from "@toolwright/core/internal";
import type { StandingContent } from "../transaction/file-change.ts";
import { contentAt, contentHash } from "../transaction/file-content.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { BlobStore } from "./blob-store.ts";
import { type History, historyAt, type PastChange } from "./history.ts";
import type { RegisteredSecrets } from "./registered-secrets.ts";
import type { FileState } from "./session-log.ts";
import { sessionFolder } from "./undo-folder.ts";

/** A run of a conversation. */
export interface NamedRun {
  readonly conversation: Conversation;
  readonly runId: string;
  /** Only what these calls of it did, as it stood after the last of them. Left out: all that is in effect now. */
  readonly calls?: ReadonlySet<string>;
}

/** A file before the first of some changes and after the last of them. */
export interface NetState {
  /** Absolute. */
  readonly real: string;
  readonly before: FileState;
  readonly after: FileState;
  /** The last of the changes. */
  readonly last: PastChange;
}

/** The changes of these runs that are in effect, or were then, oldest first. */
export function changesOf(history: History, runs: readonly NamedRun[]): readonly PastChange[] {
  const made = history.entries.filter((entry) => entry.kind === "change" && runs.some((run) => isOf(run, entry)));
  const last = made.at(-1);
  const isPast = last !== undefined && runs.some(({ calls }) => calls !== undefined);
  const { reversed } = isPast ? historyAt(history, last.seq) : history;
  return made.filter(({ seq }) => !reversed.has(seq));
}

function isOf({ conversation, runId, calls }: NamedRun, entry: PastChange): boolean {
  if (runId !== entry.runId || !isSameConversation(conversation, entry.conversation)) return false;
  return calls === undefined || calls.has(entry.call);
}

/** What became of each file, by its path relative to the root. */
export function netStates(root: string, changes: readonly PastChange[]): ReadonlyMap<string, NetState> {
  const states = new Map<string, NetState>();
  for (const last of changes) {
    for (const { path: real, before, after } of last.files) {
      const path = relative(root, real);
      states.set(path, { real, before: states.has(path) ? (states.get(path)?.before ?? null) : before, after, last });
    }
  }
  return states;
}

/** Finds contents that stand or were kept. */
export interface Contents {
  readonly workspace: Workspace;
  readonly stores: readonly BlobStore[];
  readonly secrets: RegisteredSecrets;
}

/** Those that any conversation of the workspace has kept. */
export function contentsOf(workspace: Workspace, { entries }: History, secrets: RegisteredSecrets): Contents {
  const folders = new Set(entries.map(({ conversation }) => sessionFolder(workspace, conversation)));
  return { workspace, secrets, stores: [...folders].map((folder) => new BlobStore(workspace.files, folder)) };
}

/** What stands at a path; undefined also where that is no file. */
export async function standingAt({ files }: Workspace, path: string): Promise<StandingContent | undefined> {
  const content = await contentAt(files, path).catch(() => undefined);
  return content === "other" ? undefined : content;
}

/** A content, from the disk where it stands there still; `lost` where it is kept no longer. */
export async function contentOf(
  { stores, secrets }: Contents,
  state: FileState,
  standing: StandingContent | undefined,
): Promise<StandingContent | undefined | "lost"> {
  if (state === null) return undefined;
  if (contentHash(standing) === state.hash) return standing;
  for (const store of stores) {
    const found = await store.load(state, secrets);
    if (found !== undefined) return found;
  }
  return "lost";
}
