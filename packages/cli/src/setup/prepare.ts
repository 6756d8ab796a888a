import { join } from "node:path";
import type {
  Approver,
  Conversation,
  ModelPort,
  OutputCache,
  RunnerOptions,
  Secret,
  ToolLoopConfig,
  ToolRegistry,
} from "@toolwright/core";
import type { OutputSpills, Sandbox, SeenFiles, Workspace } from "@toolwright/workspace";
import type { ToolFlags } from "../flags.ts";
import { environmentSecrets } from "../model/environment-secrets.ts";
import type { CommandPermissions } from "../permissions/command-permissions.ts";
import { askPerson, type Person } from "../terminal/ask-person.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { choosePermissions } from "./choose-permissions.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { atEnd } from "./clean-up.ts";
import { loadTools } from "./load-tools.ts";
import { once } from "./once.ts";
import { openWorkspace } from "./open-workspace.ts";
import { sayYes } from "./say-yes.ts";
import { toolDependencies } from "./tool-dependencies.ts";
import { verboseLogger } from "./verbose-logger.ts";

/** What a command adds to the user's flags. */
export interface Preparation {
  readonly flags: ToolFlags;
  /** Who can be asked; undefined where nobody can. */
  readonly person: Person | undefined;
  /** What sub-agents think with; undefined where there is no model. */
  readonly model: ModelPort | undefined;
  readonly conversation: Conversation;
}

/** What tools run with, and what a command that knows the folder needs besides. */
export interface Prepared extends RunnerOptions {
  readonly workspace: Workspace;
  /** One for the conversation's whole life: a later message, or line of a batch, may change what an earlier one has read. */
  readonly seenFiles: SeenFiles;
}

/** What all conversations of a command share. */
export interface Foundation {
  readonly flags: ToolFlags;
  readonly workspace: Workspace;
  readonly registry: ToolRegistry;
  readonly permissions: CommandPermissions;
  readonly secrets: readonly Secret[];
  readonly outputCache: OutputCache & OutputSpills;
  readonly makeSandbox: () => Promise<Sandbox | undefined>;
}

/** How tools run in every command: in the folder, judged, held, masked, undoable, with large outputs kept in files. */
export async function prepare({ flags, person, model, conversation }: Preparation): Promise<Prepared> {
  const foundation = await layFoundation(flags, person?.terminal);
  const approver = chooseApprover(flags, person, foundation.permissions);
  const agents = model && (() => ({ model, tools: foundation.registry }));
  return prepareConversation(foundation, { agents, conversation, approver });
}

/** Opens the folder, its rules and its sandbox. `terminal`: where a person can be asked whether the folder's rules count. */
export async function layFoundation(flags: ToolFlags, terminal: Terminal | undefined): Promise<Foundation> {
  const workspace = await openWorkspace(flags.workspace);
  const { make } = await chooseSandbox(flags.sandbox, workspace);
  const { backgroundJobs, createFileOutputCache } = await import("@toolwright/workspace");
  const outputCache = createFileOutputCache({ directory: join(workspace.stateDirectory, "outputs") });
  const { registry, added } = await loadTools({ file: flags.tools, outputCache });
  const permissions = await choosePermissions({
    flags,
    workspace,
    sandboxed: async () => !added.has(BASH) && isHeld(await make()),
    terminal,
  });
  atEnd(() => backgroundJobs.end());
  const secrets = environmentSecrets(process.env);
  return { flags, workspace, registry, permissions, secrets, outputCache, makeSandbox: make };
}

/** What one conversation adds to the foundation. */
export interface ConversationSetup extends Pick<Preparation, "conversation"> {
  readonly approver: Approver | undefined;
  /** What sub-agents think with and choose their tools from, asked for at each task; undefined where there are none. */
  readonly agents: (() => Pick<ToolLoopConfig, "model" | "tools">) | undefined;
}

/** What the tools of one conversation run with. */
export async function prepareConversation(
  foundation: Foundation,
  { agents, conversation, approver }: ConversationSetup,
): Promise<Prepared> {
  const { flags, workspace, registry, permissions, secrets, outputCache, makeSandbox } = foundation;
  const { createSubAgents, SANDBOX, SeenFiles, SUB_AGENTS } = await import("@toolwright/workspace");
  const seenFiles = new SeenFiles();
  const prepared: Prepared = {
    workspace,
    seenFiles,
    registry,
    policy: permissions.policy,
    ...(approver === undefined ? {} : { approver }),
    outputCache,
    overrides: new Map([
      ...(await toolDependencies({ workspace, outputCache, seenFiles, secrets, flags })),
      [SANDBOX.id, makeSandbox],
      ...(agents === undefined
        ? []
        : [[SUB_AGENTS.id, once(() => createSubAgents({ config: () => ({ ...prepared, ...agents() }) }))] as const]),
    ]),
    secrets,
    conversation,
    logger: verboseLogger(flags.verbose === true),
  };
  return prepared;
}

/** The tool whose commands the sandbox holds, unless a module brought another one of that name. */
const BASH = "bash";

/** Without a network nothing that a command reads can leave: a missing rule is then no reason to ask. */
function isHeld(sandbox: Sandbox | undefined): boolean {
  return sandbox !== undefined && !sandbox.policy.network;
}

/** Nobody answers in a mode that is for runs which nobody watches. */
function chooseApprover(
  { yes, mode }: ToolFlags,
  person: Person | undefined,
  permissions: CommandPermissions,
): Approver | undefined {
  if (mode === "deny-asks") return undefined;
  if (yes === true) return sayYes;
  return person === undefined ? undefined : askPerson(person, permissions);
}
