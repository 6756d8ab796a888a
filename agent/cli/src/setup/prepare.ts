import type { Approver, Conversation, Secret, ToolLoopConfig } from "@toolwright/core";
import type { McpTools } from "@toolwright/mcp";
import type { FolderAgent, FolderConversation } from "@toolwright/workspace";
import type { KeptConversation } from "../conversations/kept-conversation.ts";
import type { ToolFlags } from "../flags.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { openHooks } from "../hooks/open-hooks.ts";
import { openServers } from "../mcp/open-servers.ts";
import type { McpServers } from "../mcp/parse-settings.ts";
import { environmentSecrets } from "../model/environment-secrets.ts";
import type { CommandPermissions } from "../permissions/command-permissions.ts";
import type { Grounds, Person } from "../terminal/ask-person.ts";
import { askedAfterShown } from "../terminal/asked-after-shown.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { FollowedPrograms } from "../view/followed-programs.ts";
import { choosePermissions } from "./choose-permissions.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { chooseToolsSet } from "./choose-tools-set.ts";
import { atEnd } from "./clean-up.ts";
import { importTools } from "./import-tools.ts";
import { newConversation } from "./new-conversation.ts";
import { checkFolder } from "./open-workspace.ts";
import { saysYes, sayYes } from "./say-yes.ts";
import { tracedTool } from "./stray-errors.ts";
import { verboseLogger } from "./verbose-logger.ts";

/** What a run needs so that large lists of tools are looked up instead of told, and so that hooks follow its calls. */
export type StepOptions = Pick<ToolLoopConfig, "prepareStep" | "use">;

/** What answers, and how hard it thinks. */
export type Thinking = Pick<ToolLoopConfig, "model" | "llmOptions">;

/** The same, and whether it wants the small set of tools. */
export interface SizedThinking extends Thinking {
  readonly isSmall: boolean;
}

/** What a command adds to the user's flags. */
export interface Preparation {
  readonly flags: ToolFlags;
  /** Who can be asked; undefined where nobody can. */
  readonly person: Person | undefined;
  /** What sub-agents think with; undefined where there is no model. */
  readonly model: SizedThinking | undefined;
  /** Left out: one of its own. */
  readonly conversation?: Conversation;
  /** Whether a person sees the live output of commands, which then has their colours. Default false. */
  readonly colours?: boolean;
  /** Whether lines of shell are known to be wanted, or not known not to be. Default true. */
  readonly mayRunLines?: boolean;
  /** Opens the one that is kept on disk, in place of `conversation`; undefined where nothing can be kept. */
  readonly keep?: (foundation: Foundation) => Promise<KeptConversation | undefined>;
}

/** What one conversation of a command is opened with. */
export interface Opening extends Pick<Preparation, "flags" | "person" | "conversation"> {
  readonly kept: KeptConversation | undefined;
  /** Asked for at each task of a sub-agent; undefined where there is no model. */
  readonly model: (() => SizedThinking) | undefined;
}

/** A conversation whose tools are ready to run, and who is asked in it. */
export interface Prepared {
  readonly agent: FolderAgent;
  readonly opened: FolderConversation;
  readonly approver: Approver | undefined;
  /** What its runs do before every step. */
  readonly steps: StepOptions;
  /** Where the conversation is kept on disk. */
  readonly kept: KeptConversation | undefined;
  /** What a person is told of its set of tools; undefined where nothing was chosen for them. */
  readonly toolsNote: string | undefined;
  readonly hooks: Hooks | undefined;
}

/** What all conversations of a command share. */
export interface Foundation {
  readonly agent: FolderAgent;
  /** For each conversation one: what its runs do before every step. */
  steps(): StepOptions;
  readonly permissions: CommandPermissions;
  readonly secrets: readonly Secret[];
  /** What came of the MCP servers; undefined where there is none. */
  readonly mcp: McpTools | undefined;
  /** Command lines around calls and runs; undefined where there are none. */
  readonly hooks: Hooks | undefined;
}

/** How tools run in every command: in the folder, judged, held, masked, undoable, with large outputs kept in files. */
export async function prepare({
  flags,
  person,
  model,
  keep,
  colours = false,
  mayRunLines = true,
  ...given
}: Preparation): Promise<Prepared> {
  const foundation = await layFoundation(flags, { terminal: person?.terminal, colours, mayRunLines });
  const kept = await keep?.(foundation);
  return openConversation(foundation, { flags, person, kept, ...given, model: model && (() => model) });
}

/** One conversation on what a command has laid. */
export function openConversation(foundation: Foundation, { flags, person, kept, model, ...given }: Opening): Prepared {
  const { agent, permissions, hooks } = foundation;
  const openQuestions =
    kept && (async () => kept.approvals.list({ conversation: kept.conversation, limit: MOST_QUESTIONS }));
  const programs = new FollowedPrograms();
  const placeOf = (toolCallId: string) => programs.question(toolCallId);
  const chosen = chooseApprover(flags, { person, kept, grounds: { permissions, openQuestions, agent, placeOf } });
  const { set, note } = chooseToolsSet({ flag: flags.toolsSet, kept: kept?.toolsSet, model: model?.() });
  if (kept !== undefined) kept.toolsSet = set;
  const approver = kept === undefined || chosen === undefined ? chosen : askedAfterShown(chosen, kept.activity);
  const opened = agent.open({
    toolsSet: set,
    conversation: kept?.conversation ?? given.conversation ?? newConversation(),
    ...(kept && { activity: kept.activity }),
    ...(kept?.history && { history: kept.history }),
    ...(approver && { approver }),
    ...(model && {
      model: model().model,
      agents: () => ({
        ...thinking(model()),
        tools: agent.toolsIn(set),
        policy: permissions.policy,
        ...(hooks && { use: [hooks.afterCall] }),
      }),
    }),
  });
  opened.activity.subscribe("*", (event) => programs.add(event));
  return { agent, opened, approver, kept, steps: foundation.steps(), toolsNote: note, hooks };
}

function thinking({ isSmall: _, ...thinking }: SizedThinking): Thinking {
  return thinking;
}

/** As many as a store lists. */
const MOST_QUESTIONS = 1_000;

/** By `--undo-bash`. */
const UNDO = { true: "commands", false: "edits", default: true } as const;

/** What is laid beside what the flags say. */
export interface Laying extends Pick<Preparation, "colours" | "mayRunLines"> {
  /** Where a person can be asked whether the folder's rules count. */
  readonly terminal?: Terminal | undefined;
  /** MCP servers that the person has chosen elsewhere, such as in an editor. */
  readonly servers?: McpServers;
  /** Whether apps of MCP servers are shown. */
  readonly apps?: boolean;
  /** Whether MCP servers may be added later. */
  readonly addsServers?: boolean;
  /** Default true. */
  readonly opensServers?: boolean;
}

/** Opens the folder, its rules and its sandbox. */
export async function layFoundation(
  flags: ToolFlags,
  { terminal, colours = false, mayRunLines = true, opensServers = true, ...given }: Laying,
): Promise<Foundation> {
  await checkFolder(flags.workspace);
  const { createFolderAgent } = await import("@toolwright/workspace");
  const secrets = environmentSecrets(process.env);
  const own = flags.tools === undefined ? [] : await importTools(flags.tools);
  const choice = { servers: {}, ...given, workspace: flags.workspace, file: flags.mcp, terminal };
  const mcp = opensServers ? await openServers(choice) : undefined;
  let permissions: CommandPermissions | undefined;
  const agent = await createFolderAgent({
    root: flags.workspace,
    tools: own.map(tracedTool),
    ...(flags.toolsSet && { toolsSet: flags.toolsSet }),
    ...(flags.codeMode !== undefined && { codeMode: flags.codeMode }),
    standardTools: { bash: { colours } },
    sandbox: chooseSandbox(flags),
    undo: UNDO[`${flags.undoBash ?? "default"}`],
    secrets,
    ...(mcp && { agentSteps: () => mcp.steps(above(flags)) }),
    logger: verboseLogger(flags.verbose === true),
    async decideBy(facts) {
      permissions = await choosePermissions({ ...facts, flags, terminal });
      return permissions;
    },
  });
  for (const set of ["all", "small"] as const) mcp?.keepIn(agent.toolsIn(set));
  atEnd(() => agent.close());
  // One that was asked for, or that has to be there, is tried out at once.
  if (flags.sandbox !== undefined || (saysYes(flags) && mayRunLines)) await agent.sandbox();
  if (permissions === undefined) throw new Error("The rules of the folder were not read.");
  const hooks = await openHooks(agent, { terminal, flags });
  permissions.hooks = hooks;
  const ofServers = () => (mcp === undefined ? undefined : mcp.steps(above(flags)));
  return {
    agent,
    permissions,
    secrets,
    mcp,
    hooks,
    steps() {
      const prepareStep = ofServers();
      if (hooks !== undefined) return { prepareStep: hooks.before(prepareStep), use: [hooks.afterCall] };
      return prepareStep === undefined ? {} : { prepareStep };
    },
  };
}

function above({ toolSearchAbove }: ToolFlags) {
  return toolSearchAbove === undefined ? {} : { above: toolSearchAbove };
}

/** Who is asked, by what, and where answers are kept. */
interface Asking extends Pick<Opening, "person" | "kept"> {
  readonly grounds: Grounds;
}

function chooseApprover(flags: ToolFlags, { person, kept, grounds }: Asking): Approver | undefined {
  if (saysYes(flags)) return sayYes;
  if (person === undefined) return undefined;
  let asked: Promise<Approver> | undefined;
  // The mode may have changed meanwhile.
  return {
    async approve(request, tool, signal) {
      if (grounds.permissions.mode !== "deny-asks") {
        asked ??= askedThere(person, kept, grounds);
        return (await asked).approve(request, tool, signal);
      }
      return { approvalId: request.approvalId, approve: false, reason: "Nobody is asked in this mode." };
    },
    takeBack: async (approvalId) => (await asked)?.takeBack?.(approvalId),
  };
}

async function askedThere(person: Person, kept: KeptConversation | undefined, grounds: Grounds): Promise<Approver> {
  const [{ ALLOWED_BY_RULE, allowedMeanwhile }, { askPerson }, { keptAnswers }, { turns }] = await Promise.all([
    import("../terminal/allowed-meanwhile.ts"),
    import("../terminal/ask-person.ts"),
    import("../terminal/kept-answers.ts"),
    import("../terminal/turns.ts"),
  ]);
  const ask = askPerson(person, grounds);
  if (kept !== undefined) return keptAnswers(ask, kept, { ...grounds, screen: person.terminal.screen });
  const inTurn = turns();
  return {
    approve(request, tool, signal) {
      const { approvalId } = request;
      const isAllowed = allowedMeanwhile(grounds.permissions, tool, request.arguments);
      return inTurn(async () => {
        if (signal.aborted) return { approvalId, approve: false };
        if (await isAllowed()) return { approvalId, approve: true, reason: ALLOWED_BY_RULE };
        return (await ask(request, tool, signal)).decision;
      });
    },
  };
}
