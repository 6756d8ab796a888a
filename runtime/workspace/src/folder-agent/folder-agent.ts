import { join } from "node:path";
import type {
  Message,
  ModelPort,
  OutputCache,
  Policy,
  PrepareStep,
  RunnerOptions,
  Tool,
  ToolLoopConfig,
  ToolLoopResult,
  ToolRegistry,
} from "@toolwright/core";
import { onlyGiven } from "@toolwright/core/internal";
import { createLocalWorkspace, type LocalWorkspaceOptions } from "../local/local-workspace.adapter.ts";
import { createFileOutputCache } from "../outputs/file-output-cache.adapter.ts";
import { folderSecrets } from "../outputs/folder-secrets.ts";
import type { OutputSpills } from "../outputs/output-spills.port.ts";
import type { Sandboxed } from "../permissions/create-permissions.ts";
import { keepsFromOpening } from "../sandbox/absent-files.ts";
import type { SandboxPolicy } from "../sandbox/sandbox.port.ts";
import { BackgroundJobs } from "../tools/bash/jobs/background-jobs.ts";
import type { ToolsSet } from "../tools/shown-parameters.ts";
import type { CommandChanges } from "../undo/snapshots/command-changes.port.ts";
import { createCommandChanges } from "../undo/snapshots/command-changes.ts";
import { foreseeLoss } from "../undo/snapshots/foresee-files.ts";
import { type ReversedTurn, redoChanges, type UndoOptions, undoChanges } from "../undo/undo-changes.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { checkFolderAgentOptions } from "./check-folder-agent-options.ts";
import { FolderConversation, type RunOptions } from "./folder-conversation.ts";
import type { FolderConversationOptions } from "./folder-conversation-options.ts";
import { type FolderDecisions, type FolderRules, folderPolicy } from "./folder-permissions.ts";
import { type FolderSandbox, folderSandbox, type SandboxChoice } from "./folder-sandbox.ts";
import { folderSkills } from "./folder-skills.ts";
import { type FolderToolsOptions, folderToolSets } from "./folder-tools.ts";
import { type FolderCodeMode, type FolderTools, offeredTools } from "./offered-tools.ts";
import { ToldFirst } from "./told-first.ts";

/** What an agent for a folder is made of. Only `root` is needed. */
export interface FolderAgentOptions extends FolderRules, FolderToolsOptions, LocalWorkspaceOptions {
  /** What it thinks with, unless a conversation says otherwise. */
  readonly model?: ModelPort;
  /** Who answers questions. Default: nobody, and every question is a no. */
  readonly approver?: RunnerOptions["approver"];
  /** What holds its commands. Default: `workspace-write` without a network, where this machine has a sandbox. */
  readonly sandbox?: SandboxChoice;
  /**
   * What can be taken back: the changes of its tools, and those of its shell lines where keeping them is cheap (the
   * default, `true`: in a folder of at most 10,000 files, and 200 MB where it is no git work tree); those of shell
   * lines everywhere (`"commands"`) or nowhere (`"edits"`); or nothing. A line whose loss could not be taken back is
   * asked about.
   */
  readonly undo?: boolean | "commands" | "edits";
  /**
   * Values to mask in everything that is shown, sent or stored, beside those of `.env` files in the folder and of
   * variables of this process that are called like secrets.
   */
  readonly secrets?: RunnerOptions["secrets"];
  readonly logger?: RunnerOptions["logger"];
  /** How older messages become a summary when the model's context is nearly full. Default true. */
  readonly compaction?: ToolLoopConfig["compaction"];
  /**
   * What a sub-agent does before every step, made once for each of them: such as hiding tools that it has to search
   * for.
   */
  readonly agentSteps?: () => PrepareStep;
  /**
   * Whether its model is told what `AGENTS.md` of the folder says, or `CLAUDE.md` where there is none: 32 KiB of it at
   * most. Default true.
   */
  readonly projectInstructions?: boolean;
  /**
   * Whether its model is told of the skills in the folders for skills of the folder and of the user, and can read them.
   * Default true.
   */
  readonly skills?: boolean;
  /**
   * Whether its model writes programs that call the tools, of which each call is judged as any other: beside calling
   * them itself (`true`), or in place of it (`"only"`). Default false.
   */
  readonly codeMode?: FolderCodeMode;
}

/** An agent that works in one folder: tools, rules, sandbox, undo, kept outputs and masked secrets, wired together. */
export interface FolderAgent {
  readonly workspace: Workspace;
  readonly tools: ToolRegistry;
  /** Those of a set, for a conversation that has it. */
  toolsIn(set: ToolsSet): ToolRegistry;
  /**
   * What a model is offered of these tools: they themselves, unless `codeMode` has programs call them. Then it is a
   * list that stays as it is, for one run. Throws a `TypeError` where one has the name of the tool that runs programs.
   */
  offered(tools: FolderTools): FolderTools;
  readonly outputCache: OutputCache & OutputSpills;
  /** What its model is told before the user's first words. */
  readonly instructions: readonly Message[];
  /**
   * The file of the folder that is part of it: `AGENTS.md`, or `CLAUDE.md` where there is none. Left out where neither
   * was read.
   */
  readonly instructionFile?: string | undefined;
  /**
   * Reads that file again, which may have changed: what conversations are told that are opened from then on. Resolves
   * to what they are told of it; undefined where there is none.
   */
  readInstructions(): Promise<string | undefined>;
  /** What is masked everywhere: the given values and those that were found in the folder and the environment. */
  readonly secrets: NonNullable<RunnerOptions["secrets"]>;
  /** One sentence for each rule that does not count. */
  readonly warnings: readonly string[];
  /** What holds its commands; undefined where there is none. Tried out when it is first asked for. */
  sandbox(): ReturnType<FolderSandbox>;
  /**
   * What everything that a tool runs is held to; null for nothing, undefined where that is not known, as of tools that
   * are not of this package.
   */
  held(tool: Tool): Promise<SandboxPolicy | null | undefined>;
  /** Commands that its conversations left at work. */
  readonly backgroundJobs: BackgroundJobs;
  /** A conversation: what it has seen and planned lasts as long as this object. */
  open(options?: FolderConversationOptions): FolderConversation;
  /** One request, in a conversation of its own. Rejects with a `TypeError` where there is no model. */
  run<O = unknown>(request: string | readonly Message[], options?: RunOptions<O>): Promise<ToolLoopResult<O>>;
  /** Takes back the last turns that changed files, newest first. */
  undo(turns?: number, options?: UndoOptions): Promise<readonly ReversedTurn[]>;
  /** Takes back the last undos. */
  redo(turns?: number, options?: UndoOptions): Promise<readonly ReversedTurn[]>;
  /** Ends what still runs in the background. */
  close(): Promise<void>;
}

/** What every conversation of an agent stands on. */
export interface FolderFoundation {
  readonly options: FolderAgentOptions;
  readonly workspace: Workspace;
  readonly toolSets: Readonly<Record<ToolsSet, ToolRegistry>>;
  readonly outputCache: OutputCache & OutputSpills;
  readonly policy: Policy;
  readonly permissions: FolderDecisions["permissions"] | undefined;
  readonly backgroundJobs: BackgroundJobs;
  readonly commandChanges: CommandChanges | undefined;
  readonly sandbox: FolderSandbox;
  readonly told: ToldFirst;
  readonly offered: FolderAgent["offered"];
}

/**
 * Makes an agent for a folder: what the command `toolwright` runs, for a program of your own. Rejects when there is no
 * such folder, when a rule does not read, or when a sandbox was asked for that this machine does not have.
 */
export async function createFolderAgent(given: FolderAgentOptions): Promise<FolderAgent> {
  checkFolderAgentOptions(given);
  const workspace = await createLocalWorkspace(
    onlyGiven(given, "root", "home", "stateDirectory", "environment", "passEnvironment", "killGraceMs"),
  );
  const secrets = [...(given.secrets ?? []), ...(await folderSecrets(workspace, process.env))];
  const options = { ...given, secrets };
  const outputCache = createFileOutputCache({ directory: join(workspace.stateDirectory, "outputs") });
  const sandbox = await folderSandbox(options, workspace);
  const commandChanges = commandChangesOf(options, workspace);
  const { policy, warnings, permissions } = await folderPolicy(options, {
    workspace,
    sandboxed: () => holdsBash(sandbox, options),
    keepsChanges: KEPT[`${options.undo ?? true}`],
    foreseeChanges: (line) =>
      commandChanges?.foresee?.(line) ?? foreseeLoss(workspace, line, "what lines change is not kept"),
  });
  const facts = { workspace, policy, secrets };
  const skills = given.skills === false ? undefined : await folderSkills(facts);
  const told = new ToldFirst({ facts: given.projectInstructions === false ? undefined : facts, skills });
  await told.read();
  const { toolsSet = "all", tools: added = [] } = options;
  const own = onlyGiven(options, "standardTools", "subAgents");
  const toolSets = folderToolSets({ ...own, tools: [...(skills?.tools ?? []), ...added] });
  const bash = ownsBash(options) ? [] : Object.values(toolSets).map((tools) => tools.get("bash"));
  const backgroundJobs = new BackgroundJobs();
  const decisions = { policy, permissions };
  const offered = await offeredTools(options.codeMode ?? false, policy);
  // A tool with the name of the one that runs programs is refused before anything runs.
  for (const tools of Object.values(toolSets)) offered(tools);
  const kept = { outputCache, commandChanges };
  const foundation = { options, workspace, toolSets, backgroundJobs, sandbox, told, offered, ...kept, ...decisions };
  const open = (own?: FolderConversationOptions) => new FolderConversation(foundation, own);
  return {
    workspace,
    tools: toolSets[toolsSet],
    toolsIn: (set) => toolSets[set],
    offered,
    outputCache,
    get instructions() {
      return told.instructions;
    },
    get instructionFile() {
      return told.file;
    },
    readInstructions: () => told.read(),
    secrets,
    warnings,
    sandbox,
    held: async (tool) => (bash.includes(tool) ? ((await sandbox())?.policy ?? null) : undefined),
    backgroundJobs,
    open,
    run: (request, how) => open().run(request, how),
    undo: (turns = 1, how = {}) => undoChanges(workspace, { last: turns }, { secrets, ...how }),
    redo: (turns = 1, how = {}) => redoChanges(workspace, turns, { secrets, ...how }),
    close: () => foundation.backgroundJobs.end(),
  };
}

/** By `undo`. */
const KEPT = { true: true, edits: "edits", commands: true, false: false } as const;

function commandChangesOf({ undo = true }: FolderAgentOptions, workspace: Workspace): CommandChanges | undefined {
  if (undo === false || undo === "edits") return undefined;
  return createCommandChanges(workspace, { onlyWhereCheap: undo !== "commands" });
}

/**
 * A missing rule is no reason to ask where commands cannot reach a network and the tool is the one that the sandbox
 * holds.
 */
async function holdsBash(sandbox: FolderSandbox, options: FolderAgentOptions): Promise<Sandboxed> {
  if (ownsBash(options)) return false;
  const held = await sandbox();
  if (held === undefined || held.policy.network) return false;
  return keepsFromOpening(held) ? "keeps-files" : true;
}

/** Whether its commands are run by a tool of the program's own, or in a sandbox of its own. */
function ownsBash({ tools = [], standardTools }: FolderAgentOptions): boolean {
  return standardTools?.bash?.sandbox !== undefined || tools.some(({ name }) => name === "bash");
}
