import type { DependencyKey, ToolContext } from "@toolwright/core";
import type { ChangeAuthor } from "../../transaction/change-log.port.ts";

/** A command that runs. */
export interface WatchedCommand {
  /**
   * Call it when the command has ended: what it changed can be undone from then on. False where it could not be kept.
   * Never rejects.
   */
  end(author: ChangeAuthor): Promise<boolean>;
}

/** Keeps what commands change in files, so that it can be undone too. */
export interface CommandChanges {
  /**
   * Call it before a command starts. Undefined where it cannot be kept; the logger hears why, once. Files that hold a
   * secret of the scrubber are not kept. Never rejects.
   */
  begin(call: Pick<ToolContext, "logger" | "scrubber">): Promise<WatchedCommand | undefined>;
}

/** What keeps the changes of commands. Without an override: nothing does. */
export const COMMAND_CHANGES: DependencyKey<CommandChanges | undefined> = {
  id: "toolwright.command-changes",
  scope: "run",
  create: () => undefined,
};
