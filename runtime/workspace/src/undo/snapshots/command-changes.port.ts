import type { DependencyKey, ToolContext } from "@toolwright/core";
import type { ChangeAuthor } from "../../transaction/change-log.port.ts";

/** A command that runs. */
export interface WatchedCommand {
  /**
   * Call it when the command has ended: what it changed can be undone from then on. `unchanged` where it changed
   * nothing that is watched, false where something could not be kept. Never rejects.
   */
  end(author: ChangeAuthor): Promise<boolean | "unchanged">;
}

/** A line before it runs: the files that it would change, by absolute paths, as far as its words say. */
export interface ForeseenLine {
  readonly line: string;
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  /** It is to run in the background. */
  readonly background: boolean;
}

/** What of the files of a line can be brought back. */
export interface KeptFiles {
  /** Each of them comes back as it is now. */
  readonly all: boolean;
  /** Why something that is there now would be gone for good. */
  readonly lost?: string;
}

/** Keeps what commands change in files, so that it can be undone too. */
export interface CommandChanges {
  /**
   * Call it before a command starts. Undefined where it cannot be kept; the logger hears why, once. Files that hold a
   * secret of the scrubber are not kept. Never rejects.
   */
  begin(call: Pick<ToolContext, "logger" | "scrubber">): Promise<WatchedCommand | undefined>;
  /** Says of a line that nobody has run yet whether undo would bring back what it changes. Never rejects. */
  foresee?(line: ForeseenLine): Promise<KeptFiles>;
  /** Why a line that was foreseen to be kept cannot be kept any more. Said once: it is foreseen anew then. */
  broken?(line: string): string | undefined;
}

/** What keeps the changes of commands. Without an override: nothing does. */
export const COMMAND_CHANGES: DependencyKey<CommandChanges | undefined> = {
  id: "toolwright.command-changes",
  scope: "run",
  create: () => undefined,
};
