import { basename } from "node:path";
import type { Tool, ToolRegistry } from "@toolwright/core";
import { toolsOf } from "@toolwright/core/internal";
import type { McpServerState } from "@toolwright/mcp";
import type { Agent } from "@toolwright/server";
import type { Store } from "@toolwright/store";
import type { ShownServer } from "@toolwright/view/internal";
import type { FolderAgent } from "@toolwright/workspace";
import { AddedModels } from "../configure/added-models.ts";
import { agentConfiguration } from "../configure/agent-configuration.ts";
import type { ModelFlags, ServeFlags, ToolFlags } from "../flags.ts";
import { maskedOffers } from "../mcp/masked-offers.ts";
import { RECORDED } from "../pick/recorded-runs.ts";
import { chooseToolsSet } from "../setup/choose-tools-set.ts";
import { gitBranch } from "../setup/git-branch.ts";
import type { Foundation } from "../setup/prepare.ts";
import type { TapeConfig } from "../setup/tape-config.ts";
import { REAL_MODEL_HINT } from "../view/real-model-hint.ts";
import { agentCommits } from "./agent-commits.ts";
import { agentFiles } from "./agent-files.ts";
import { agentJobs } from "./agent-jobs.ts";
import { agentRules } from "./agent-rules.ts";
import { agentUndo } from "./agent-undo.ts";
import { modelPicking } from "./model-picking.ts";
import type { ServedModels } from "./served-models.ts";
import { modesFrom, ServedRuns } from "./served-runs.ts";

/** What the agent of a server is made of. */
export interface ServeAgentOptions {
  readonly foundation: Foundation;
  /** Where questions stand. */
  readonly store: Store;
  readonly models: ServedModels;
  /** A person at the page may pick a model, since none was named. */
  readonly mayPick?: boolean;
  /** The person at the page may change what the agent is made of. */
  readonly mayConfigure?: boolean;
  /** It has no tools and no instructions: it is its models alone. */
  readonly isPlain?: boolean;
  /** Plays or records the usual one. */
  readonly tape: TapeConfig["config"];
  readonly flags: Pick<ServeFlags, keyof ModelFlags | "workspace" | "mcp" | "mode" | "yes" | "titles"> &
    Pick<ToolFlags, "toolsSet">;
}

/**
 * The agent that the command serves: every conversation with its own plans and seen files, all under the same rules.
 */
export function serveAgent(options: ServeAgentOptions): Agent {
  const { foundation, store, models, flags, isPlain = false } = options;
  const { permissions, agent, mcp, hooks } = foundation;
  // An address of the command line is that of its model, and must not get the key of another one.
  const { model: _named, baseUrl: _address, ...modelFlags } = flags;
  const added = new AddedModels(models, modelFlags);
  const picking = options.mayPick === true ? modelPicking(models, added) : undefined;
  const isTaped = flags.record !== undefined || models.usual.replay !== undefined;
  const configured = agentConfiguration({ foundation, store, models, added: isTaped ? undefined : added, flags });
  const runs = new ServedRuns({ ...options, added, configured });
  const usualTools = () =>
    agent.toolsIn(chooseToolsSet({ flag: flags.toolsSet, kept: undefined, model: models.usual }).set);
  return {
    get model() {
      return models.usual.spec;
    },
    get models() {
      return [...models.all.map(({ spec }) => spec), ...(picking === undefined ? [] : [RECORDED])];
    },
    efforts: (model) => models.all.find(({ spec }) => spec === model)?.efforts ?? [],
    modes: modesFrom(permissions.mode),
    // Servers change their lists.
    get tools() {
      return isPlain ? [] : [...usualTools().tools(), ...programTools(agent, usualTools())];
    },
    isPlain,
    ...(mcp && partsOf(mcp, agent)),
    workspace: basename(agent.workspace.root),
    get notice() {
      return models.usual.isOffline ? NO_MODEL : undefined;
    },
    get picking() {
      return models.usual.isOffline ? picking : undefined;
    },
    ...(options.mayConfigure === true && { configuration: configured.configuration }),
    get titles() {
      return flags.titles !== false && models.usual.sender !== "nobody" && flags.record === undefined;
    },
    // A person may change the folder's file.
    get instructions() {
      return isPlain ? [] : agent.instructions;
    },
    config: (conversation, choice) => runs.config(conversation, choice),
    news: (conversation, history) => runs.news(conversation, history),
    ...(hooks && {
      ended: (conversation, { stopReason }) => hooks.runEnded({ stopReason, threadId: conversation.chatId }),
    }),
    endConversation: (conversation) => runs.end(conversation),
    outputs: agent.outputCache,
    undo: agentUndo(agent),
    commits: agentCommits(agent),
    branch: () => gitBranch(agent.workspace.root),
    rules: agentRules(permissions, (name) => toolNamed(name, foundation)),
    jobs: agentJobs(agent),
    files: agentFiles(agent, permissions),
    held: (tool) => agent.held(tool),
    sandbox: () => sandboxInWords(agent),
  };
}

const NO_MODEL = `No language model: a stand-in that knows a few requests. ${REAL_MODEL_HINT}`;

/** The servers of the agent, what they have for people, and their apps. */
function partsOf(
  mcp: NonNullable<Foundation["mcp"]>,
  { secrets }: FolderAgent,
): Pick<Agent, "servers" | "offers" | "apps"> {
  return {
    servers: () => mcp.servers.map(shownServer),
    offers: maskedOffers(mcp.offers, secrets),
    apps: mcp.apps,
  };
}

function shownServer({ name, tools, problem }: McpServerState): ShownServer {
  return { name, tools, ...(problem !== undefined && { problem }) };
}

/** Those that are offered for programs, beside the tools or in their place. */
function programTools(agent: FolderAgent, tools: ToolRegistry): readonly Tool[] {
  return toolsOf(agent.offered(tools)).filter(({ name }) => tools.get(name) === undefined);
}

/** Also one that is in no conversation's set, and one that only apps call: a question may be about it. */
function toolNamed(name: string, { agent, mcp }: Foundation): Tool | undefined {
  const every = agent.toolsIn("all");
  const others = () => [...programTools(agent, every), ...(mcp?.apps.ownTools ?? [])];
  return every.get(name) ?? others().find((tool) => tool.name === name);
}

async function sandboxInWords(agent: FolderAgent): Promise<string | undefined> {
  const held = await agent.sandbox();
  if (held === undefined) return undefined;
  const { describeSandbox } = await import("@toolwright/workspace/internal");
  return `${held.kind}: ${describeSandbox(held.policy)}`;
}
