import { join } from "node:path";
import { type Approver, type Conversation, createScrubber, type RunnerOptions } from "@toolwright/core";
import type { ToolFlags } from "../flags.ts";
import { environmentSecrets } from "../model/environment-secrets.ts";
import { choosePolicy } from "./choose-policy.ts";
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

/** How tools run in every command: in the folder, judged, masked, with large outputs kept in files. */
export async function prepare({ flags, approver, conversation }: Preparation): Promise<RunnerOptions> {
  const workspace = await openWorkspace(flags.workspace);
  const { createFileOutputCache, SEEN_FILES, SeenFiles, workspaceOverrides } = await import("@toolwright/workspace");
  const outputCache = createFileOutputCache({ directory: join(workspace.stateDirectory, "outputs") });
  const secrets = environmentSecrets(process.env);
  const scrubber = createScrubber(secrets);
  // One for the command's whole life: a later message, or line of a batch, may change what an earlier one has read.
  const seenFiles = new SeenFiles();
  const answers = flags.yes === true ? sayYes : approver;
  return {
    registry: await loadTools({ file: flags.tools, outputCache }),
    policy: await choosePolicy(flags.policy, workspace),
    ...(answers === undefined ? {} : { approver: answers }),
    outputCache,
    overrides: new Map([
      ...workspaceOverrides({ workspace, outputs: outputCache, scrubber }),
      [SEEN_FILES.id, () => seenFiles],
    ]),
    secrets,
    conversation,
    logger: verboseLogger(flags.verbose === true),
  };
}
