import { type DependencyOverrides, override } from "@toolwright/core";
import { BACKGROUND_JOBS, type BackgroundJobs } from "../tools/bash/jobs/background-jobs.ts";
import { TODOS } from "../tools/todos/todo-list.ts";
import { FILE_LOCKS, type FileLocks } from "../tracking/file-locks.ts";
import { SEEN_FILES } from "../tracking/seen-files.ts";
import { CHANGE_LOG, type ChangeLog } from "../transaction/change-log.port.ts";
import { COMMAND_CHANGES, type CommandChanges } from "../undo/snapshots/command-changes.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import type { AgentSession } from "./agent-sessions.ts";
import type { ParentCall } from "./sub-agents.port.ts";

/** What an agent shares with the one that it works for. */
export interface Inheritance {
  readonly workspace: Promise<Workspace>;
  readonly locks: Promise<FileLocks>;
  readonly changeLog: Promise<ChangeLog>;
  readonly jobs: Promise<BackgroundJobs>;
  readonly commandChanges: Promise<CommandChanges | undefined>;
}

/** Asked for at once: the agent may go on after the parent's run has ended, and what belonged to that run with it. */
export function inherit({ resolve }: ParentCall): Inheritance {
  const inheritance = {
    workspace: resolve(WORKSPACE),
    locks: resolve(FILE_LOCKS),
    changeLog: resolve(CHANGE_LOG),
    jobs: resolve(BACKGROUND_JOBS),
    commandChanges: resolve(COMMAND_CHANGES),
  };
  for (const promise of Object.values(inheritance)) promise.catch(() => undefined);
  return inheritance;
}

/** What the tools of an agent work with. */
export interface Child {
  readonly session: AgentSession;
  readonly parent: ParentCall;
  readonly inheritance: Inheritance;
  /** Filled with the paths that the agent changes. */
  readonly changed: Set<string>;
}

/**
 * The parent's folder, locks, jobs and undo log; what an agent has seen and its plan are its own. Its changes are
 * recorded as the parent's, so that undoing a turn takes back what was done for it.
 */
export function childOverrides(
  given: DependencyOverrides | undefined,
  { session, parent, inheritance, changed }: Child,
): DependencyOverrides {
  return new Map<string, () => unknown>([
    ...(given ?? []),
    override(WORKSPACE, () => inheritance.workspace),
    override(FILE_LOCKS, () => inheritance.locks),
    override(BACKGROUND_JOBS, () => inheritance.jobs),
    override(CHANGE_LOG, async () => logAs(parent, await inheritance.changeLog, changed)),
    override(COMMAND_CHANGES, async () => commandsAs(parent, await inheritance.commandChanges)),
    override(SEEN_FILES, () => session.seen),
    override(TODOS, () => session.todos),
  ]);
}

function logAs({ runId, conversation }: ParentCall, log: ChangeLog, changed: Set<string>): ChangeLog {
  return {
    record(changes, author) {
      for (const { path } of changes) changed.add(path);
      return log.record(changes, { ...author, runId, conversation });
    },
    unkept: async (command, author) => log.unkept?.(command, { ...author, runId, conversation }),
  };
}

function commandsAs(
  { runId, conversation }: ParentCall,
  changes: CommandChanges | undefined,
): CommandChanges | undefined {
  return (
    changes && {
      async begin(ctx) {
        const watched = await changes.begin(ctx);
        return watched && { end: (author) => watched.end({ ...author, runId, conversation }) };
      },
      broken: (line) => changes.broken?.(line),
    }
  );
}
