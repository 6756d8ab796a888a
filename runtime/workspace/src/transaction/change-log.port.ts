import type { DependencyKey, ToolContext } from "@toolwright/core";
import type { FileChange } from "./file-change.ts";

/** Who makes a change. */
export interface ChangeAuthor extends Pick<ToolContext, "runId" | "toolCallId" | "conversation"> {
  readonly toolName: string;
  /** Knows the secrets that may lie nowhere outside the workspace. Left out: there are none. */
  readonly scrubber?: ToolContext["scrubber"];
}

/** A change that was recorded and is about to be made. */
export interface RecordedChange {
  /** Says whether it was made, or taken back whole. When nobody says, the files themselves will tell. Never rejects. */
  settle(made: boolean): Promise<void>;
}

/** Hears of every change to files before it is made: what undo is built on. */
export interface ChangeLog {
  /** Called under the locks of all the files, before anything is written. When it rejects, nothing is. */
  record(changes: readonly FileChange[], author: ChangeAuthor): Promise<RecordedChange>;
  /** Told of a command that may have changed files without that being kept, so that undo can say so. Never rejects. */
  unkept?(command: string, author: ChangeAuthor): Promise<void>;
}

/** Where changes are recorded. Without an override: nowhere. */
export const CHANGE_LOG: DependencyKey<ChangeLog> = {
  id: "toolwright.change-log",
  scope: "run",
  create: () => ({ record: async () => ({ settle: async () => undefined }) }),
};
