import { basename } from "node:path";
import type { Approver, Conversation, Tool, ToolRegistry } from "@toolwright/core";
import { conversationKey, toolsOf } from "@toolwright/core/internal";
import type { McpServerState } from "@toolwright/mcp";
import type { Agent, RunChoice } from "@toolwright/server";
import type { PermissionMode } from "@toolwright/shell-judge";
import type { Store } from "@toolwright/store";
import type { ShownServer } from "@toolwright/view/internal";
import type { FolderAgent, ToolsSet } from "@toolwright/workspace";
import { AddedModels } from "../configure/added-models.ts";
import { agentConfiguration } from "../configure/agent-configuration.ts";
import type { ModelFlags, ServeFlags, ToolFlags } from "../flags.ts";
import { maskedOffers } from "../mcp/masked-offers.ts";
import { limitedBy, pricedFor } from "../model/budget.ts";
import type { ChosenModel } from "../model/choose-model.ts";
import { effortConfig } from "../model/effort.ts";
import { RECORDED, RecordedRuns } from "../pick/recorded-runs.ts";
import { chooseToolsSet } from "../setup/choose-tools-set.ts";
import { gitBranch } from "../setup/git-branch.ts";
import { keepToolsSet, keptToolsSet } from "../setup/kept-tools-set.ts";
import type { Foundation } from "../setup/prepare.ts";
import { sayYes } from "../setup/say-yes.ts";
import type { TapeConfig } from "../setup/tape-config.ts";
import { REAL_MODEL_HINT } from "../view/real-model-hint.ts";
import { agentCommits } from "./agent-commits.ts";
import { agentFiles } from "./agent-files.ts";
import { agentJobs } from "./agent-jobs.ts";
import { agentRules } from "./agent-rules.ts";
import { agentUndo } from "./agent-undo.ts";
import { KnownConversations, openConversation } from "./known-conversations.ts";
import { modelPicking } from "./model-picking.ts";
import type { ServedModels } from "./served-models.ts";

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
  const { foundation, store, models, tape, flags, isPlain = false } = options;
  const { permissions, agent, mcp, hooks } = foundation;
  const { workspace } = agent;
  // Also after one was picked: a conversation of before may go on.
  // An address of the command line is that of its model, and must not get the key of another one.
  const { model: _named, baseUrl: _address, ...modelFlags } = flags;
  const added = new AddedModels(models, modelFlags);
  const picking = options.mayPick === true ? modelPicking(models, added) : undefined;
  const isTaped = flags.record !== undefined || models.usual.replay !== undefined;
  const configured = agentConfiguration({ foundation, store, models, added: isTaped ? undefined : added, flags });
  const recorded = new RecordedRuns((conversation) => approverOf(flags) ?? store.approvals.approver(conversation));
  const taping = models.usual;
  const everyTool = agent.toolsIn("all");
  // A question may be about a tool that only apps call.
  const toolNamed = (name: string) =>
    everyTool.get(name) ??
    [...programTools(agent, everyTool), ...(mcp?.apps.ownTools ?? [])].find((tool) => tool.name === name);
  const registry = () =>
    agent.toolsIn(chooseToolsSet({ flag: flags.toolsSet, kept: undefined, model: models.usual }).set);
  const conversations = new KnownConversations((conversation) => {
    // Named here and not left to the server, so that sub-agents ask the same person.
    const approver = approverOf(flags) ?? store.approvals.approver(conversation);
    return openConversation(agent, { conversation, approver }, foundation.steps());
  });
  const setOf = async (conversation: Conversation, model: ChosenModel): Promise<ToolsSet> => {
    const inSmall = agent.toolsIn("small").tools();
    const names = inSmall.map(({ name }) => name);
    const kept = await keptToolsSet(store, conversation, names);
    const { set } = chooseToolsSet({ flag: flags.toolsSet, kept, model });
    await keepToolsSet(store, conversation, set);
    return set;
  };
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
      return isPlain ? [] : [...registry().tools(), ...programTools(agent, registry())];
    },
    isPlain,
    ...(mcp && {
      servers: () => mcp.servers.map(shownServer),
      offers: maskedOffers(mcp.offers, agent.secrets),
      apps: mcp.apps,
    }),
    workspace: basename(workspace.root),
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
    async config(conversation, choice) {
      if (choice.model === RECORDED) return recorded.config(conversation);
      const known = await conversations.get(conversation);
      const { opened, use, steps } = known;
      const chosen = models.named(choice.model);
      const toolsSet = known.toolsSet ?? (await setOf(conversation, chosen));
      known.toolsSet = toolsSet;
      const tools = isPlain ? [] : chosenTools(agent.toolsIn(toolsSet), choice);
      const policy = permissions.policyIn(modeOf(choice, permissions.mode), conversationKey(conversation));
      const limits = await configured.limits(conversation);
      const model = pricedFor(limits, chosen);
      use({ model, ...effortConfig(chosen, choice.effort), tools, policy, ...(hooks && { use: [hooks.afterCall] }) });
      // A tape goes with the usual model; where there is one, no other is offered.
      const taped = chosen === taping ? tape : { model };
      const { maxIterations } = flags;
      const { activity: _, ...config } = opened.config;
      return {
        ...config,
        ...steps,
        ...taped,
        use: [...(steps.use ?? []), ...(taped.use ?? [])],
        tools: agent.offered(tools),
        policy,
        ...limitedBy(limits, await store.threads.usage(conversation)),
        secrets: [...(config.secrets ?? []), ...added.secrets],
        ...(maxIterations === undefined ? {} : { maxIterations }),
      };
    },
    async news(conversation, history) {
      const undone = await (await conversations.get(conversation)).undo.news(history);
      const news: readonly (string | undefined)[] = [undone, configured.news(history)];
      const said = news.filter((text) => text !== undefined);
      return said.length === 0 ? undefined : said.join("\n\n");
    },
    ...(hooks && {
      ended: (conversation, { stopReason }) => hooks.runEnded({ stopReason, threadId: conversation.chatId }),
    }),
    async endConversation(conversation) {
      await conversations.end(conversation);
      await recorded.end(conversation);
    },
    outputs: agent.outputCache,
    undo: agentUndo(agent),
    commits: agentCommits(agent),
    branch: () => gitBranch(agent.workspace.root),
    rules: agentRules(permissions, toolNamed),
    jobs: agentJobs(agent),
    files: agentFiles(agent, permissions),
    held: (tool) => agent.held(tool),
    async sandbox() {
      const held = await agent.sandbox();
      if (held === undefined) return undefined;
      const { describeSandbox } = await import("@toolwright/workspace/internal");
      return `${held.kind}: ${describeSandbox(held.policy)}`;
    },
  };
}

const NO_MODEL = `No language model: a stand-in that knows a few requests. ${REAL_MODEL_HINT}`;

function shownServer({ name, tools, problem }: McpServerState): ShownServer {
  return { name, tools, ...(problem !== undefined && { problem }) };
}

/** What a person at the page may choose. A server that was started to ask nobody goes on asking nobody. */
const CHOSEN_MODES: readonly PermissionMode[] = ["default", "accept-edits", "plan"];

function modesFrom(usual: PermissionMode): readonly PermissionMode[] {
  return usual === "deny-asks" ? [usual] : [usual, ...CHOSEN_MODES.filter((mode) => mode !== usual)];
}

function modeOf({ mode }: RunChoice, usual: PermissionMode): PermissionMode {
  return modesFrom(usual).find((known) => known === mode) ?? usual;
}

function chosenTools(registry: ToolRegistry, { activeTools }: RunChoice): ToolRegistry | readonly Tool[] {
  return activeTools === undefined ? registry : registry.tools().filter(({ name }) => activeTools.includes(name));
}

/** Those that are offered for programs, beside the tools or in their place. */
function programTools(agent: FolderAgent, tools: ToolRegistry): readonly Tool[] {
  return toolsOf(agent.offered(tools)).filter(({ name }) => tools.get(name) === undefined);
}

/** Undefined: whoever is at the page is asked. */
function approverOf({ yes, mode }: ServeAgentOptions["flags"]): Approver | undefined {
  if (mode === "deny-asks") return sayNo;
  return yes === true ? sayYes : undefined;
}

const sayNo: Approver = {
  approve: async ({ approvalId }) => ({ approvalId, approve: false, reason: "Nobody is asked in this mode." }),
};
