import { type DependencyKey, type DependencyOverrides, override } from "@toolwright/core";
import { anObject, checkOptions, either, oneOf, withFunctions } from "@toolwright/core/internal";
import { SUB_AGENTS, type SubAgents } from "../agents/sub-agents.port.ts";
import { OUTPUT_SPILLS, type OutputSpills } from "../outputs/output-spills.port.ts";
import { type BashSandbox, SANDBOX } from "../sandbox/sandbox.port.ts";
import { BACKGROUND_JOBS, type BackgroundJobs } from "../tools/bash/jobs/background-jobs.ts";
import { CLOCK, type Clock } from "../tools/time/clock.port.ts";
import { TODOS, type TodoList } from "../tools/todos/todo-list.ts";
import { SEEN_FILES, type SeenFiles } from "../tracking/seen-files.ts";
import { CHANGE_LOG, type ChangeLog } from "../transaction/change-log.port.ts";
import { COMMAND_CHANGES, type CommandChanges } from "../undo/snapshots/command-changes.port.ts";
import { FETCHER, type Fetcher } from "../web/fetcher.port.ts";
import { FILE_GUARD, type FileGuard } from "./file-guard.port.ts";
import type { Workspace } from "./workspace.port.ts";
import { WORKSPACE } from "./workspace-key.ts";

/** What the standard tools work with. */
export interface WorkspaceDependencies {
  readonly workspace?: Workspace;
  /** Where tools keep long outputs whole; the runner gets the same one as `outputCache`. Default: just that one. */
  readonly outputs?: OutputSpills;
  readonly clock?: Clock;
  /** What the agent has seen, when it lives longer than a run. */
  readonly seenFiles?: SeenFiles;
  /** Keeps what changes replace, for undo. */
  readonly changeLog?: ChangeLog;
  /** Keeps what commands change, for undo. */
  readonly commandChanges?: CommandChanges;
  /** Holds what `bash` runs; `off`: nothing does. Default: the sandbox of this machine, where it has one. */
  readonly sandbox?: BashSandbox;
  readonly backgroundJobs?: BackgroundJobs;
  /** The plan of the agent, when it lives longer than a run. */
  readonly todos?: TodoList;
  /** Which files may be shown and changed. Default: what the policy of the runner says. */
  readonly fileGuard?: FileGuard;
  /** What `web_fetch` fetches with. */
  readonly fetcher?: Fetcher;
  /** Who works for `agent`. */
  readonly subAgents?: SubAgents;
}

/** A folder that is still being made has no root: the `await` was forgotten. */
function isWorkspace(value: unknown): boolean {
  return anObject.fits(value) && typeof Object(value).root === "string";
}

/** The `overrides` of a runner, for as many of the tools' dependencies as are given. */
export function workspaceOverrides(dependencies: WorkspaceDependencies): DependencyOverrides {
  checkOptions<WorkspaceDependencies>(dependencies, {
    of: "workspaceOverrides",
    rules: {
      workspace: { form: "a Workspace: await createLocalWorkspace({ root })", fits: isWorkspace },
      outputs: withFunctions("what createFileOutputCache({ directory }) makes", "begin"),
      clock: anObject,
      seenFiles: anObject,
      changeLog: withFunctions("createChangeLog(workspace)", "record"),
      commandChanges: anObject,
      sandbox: either(oneOf("off"), anObject),
      backgroundJobs: anObject,
      todos: anObject,
      fileGuard: anObject,
      fetcher: withFunctions("a Fetcher: createNodeFetcher()", "request"),
      subAgents: withFunctions("createSubAgents({ config })", "admit"),
    },
  });
  return new Map(
    Object.entries(KEYS).flatMap(([name, key]) => {
      const value: unknown = Reflect.get(dependencies, name);
      // `override` says that the id is no misspelling, whether or not a run asks for it.
      return value === undefined ? [] : [override<unknown>(key, () => value)];
    }),
  );
}

const KEYS: { readonly [Name in keyof WorkspaceDependencies]-?: DependencyKey<WorkspaceDependencies[Name]> } = {
  workspace: WORKSPACE,
  outputs: OUTPUT_SPILLS,
  clock: CLOCK,
  seenFiles: SEEN_FILES,
  changeLog: CHANGE_LOG,
  commandChanges: COMMAND_CHANGES,
  sandbox: SANDBOX,
  backgroundJobs: BACKGROUND_JOBS,
  todos: TODOS,
  fileGuard: FILE_GUARD,
  fetcher: FETCHER,
  subAgents: SUB_AGENTS,
};
