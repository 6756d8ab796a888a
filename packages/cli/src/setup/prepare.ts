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
  const { createFileOutputCache, workspaceOverrides } = await import("@toolwright/workspace");
  const outputCache = createFileOutputCache({ directory: join(workspace.stateDirectory, "outputs") });
  const secrets = environmentSecrets(process.env);
  const answers = flags.yes === true ? sayYes : approver;
  return {
    registry: await loadTools({ file: flags.tools, outputCache }),
    policy: await choosePolicy(flags.policy, workspace),
    ...(answers === undefined ? {} : { approver: answers }),
    outputCache,
    overrides: workspaceOverrides({ workspace, outputs: outputCache, scrubber: createScrubber(secrets) }),
    secrets,
    conversation,
    logger: verboseLogger(flags.verbose === true),
  };
}
