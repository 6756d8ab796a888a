import { join } from "node:path";
import { type Approver, type Conversation, createScrubber, type RunnerOptions } from "@toolwright/core";
import type { SeenFiles, Workspace } from "@toolwright/workspace";
import type { ToolFlags } from "../flags.ts";
import { environmentSecrets } from "../model/environment-secrets.ts";
import { choosePolicy } from "./choose-policy.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { atEnd } from "./clean-up.ts";
import { loadTools } from "./load-tools.ts";
import { openWorkspace } from "./open-workspace.ts";
import { sayYes } from "./say-yes.ts";
import { verboseLogger } from "./verbose-logger.ts";

/** What a command adds to the user's flags. */
export interface Preparation {
  readonly flags: ToolFlags;
  /** Who can be asked; undefined where nobody can. */
  readonly approver: Approver | undefined;
  readonly conversation: Conversation;
}

/** What tools run with, and what a command that knows the folder needs besides. */
export interface Prepared extends RunnerOptions {
  readonly workspace: Workspace;
  /** One for the command's whole life: a later message, or line of a batch, may change what an earlier one has read. */
  readonly seenFiles: SeenFiles;
}

/** How tools run in every command: in the folder, judged, held, masked, undoable, with large outputs kept in files. */
export async function prepare({ flags, approver, conversation }: Preparation): Promise<Prepared> {
  const workspace = await openWorkspace(flags.workspace);
  const { make } = await chooseSandbox(flags.sandbox, workspace);
  const {
    backgroundJobs,
    createChangeLog,
    createCommandChanges,
    createFileOutputCache,
    SANDBOX,
    SeenFiles,
    TodoList,
    workspaceOverrides,
  } = await import("@toolwright/workspace");
  const outputCache = createFileOutputCache({ directory: join(workspace.stateDirectory, "outputs") });
  const secrets = environmentSecrets(process.env);
  const scrubber = createScrubber(secrets);
  const seenFiles = new SeenFiles();
  const changeLog = createChangeLog(workspace);
  const commandChanges = flags.undoBash === true ? { commandChanges: createCommandChanges(workspace) } : {};
  const { policy, readGuard } = await choosePolicy(flags.policy, workspace);
  const answers = flags.yes === true ? sayYes : approver;
  atEnd(() => backgroundJobs.end());
  return {
    workspace,
    seenFiles,
    registry: await loadTools({ file: flags.tools, outputCache }),
    policy,
    ...(answers === undefined ? {} : { approver: answers }),
    outputCache,
    overrides: new Map([
      ...workspaceOverrides({
        workspace,
        outputs: outputCache,
        scrubber,
        seenFiles,
        changeLog,
        ...commandChanges,
        ...(readGuard === undefined ? {} : { readGuard }),
        todos: new TodoList(),
      }),
      [SANDBOX.id, make],
    ]),
    secrets,
    conversation,
    logger: verboseLogger(flags.verbose === true),
  };
}
