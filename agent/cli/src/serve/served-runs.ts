import type { Approver, Conversation, Message, Tool, ToolLoopConfig, ToolRegistry } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { RunChoice } from "@toolwright/server";
import type { PermissionMode } from "@toolwright/shell-judge";
import type { ToolsSet } from "@toolwright/workspace";
import type { AddedModels } from "../configure/added-models.ts";
import type { Configured } from "../configure/agent-configuration.ts";
import { limitedBy, pricedFor } from "../model/budget.ts";
import type { ChosenModel } from "../model/choose-model.ts";
import { effortConfig } from "../model/effort.ts";
import { RECORDED, RecordedRuns } from "../pick/recorded-runs.ts";
import { chooseToolsSet } from "../setup/choose-tools-set.ts";
import { keepToolsSet, keptToolsSet } from "../setup/kept-tools-set.ts";
import { sayYes } from "../setup/say-yes.ts";
import { KnownConversations, openConversation } from "./known-conversations.ts";
import type { ServeAgentOptions } from "./serve-agent.ts";

/** What runs are made of beside what the agent is made of. */
export interface ServedRunsOptions extends ServeAgentOptions {
  readonly added: AddedModels;
  readonly configured: Pick<Configured, "limits" | "news">;
}

/** What each run of a served agent runs with. Every conversation has its own plans and seen files. */
export class ServedRuns {
  readonly #options: ServedRunsOptions;
  readonly #conversations: KnownConversations;
  readonly #recorded: RecordedRuns;
  /** The model that a tape goes with. */
  readonly #taped: ChosenModel;

  constructor(options: ServedRunsOptions) {
    this.#options = options;
    const { foundation, models } = options;
    this.#taped = models.usual;
    // Named here and not left to the server, so that sub-agents ask the same person.
    const approver = (conversation: Conversation) => this.#approver(conversation);
    // Also where a model was picked meanwhile: a conversation of before may go on.
    this.#recorded = new RecordedRuns(approver);
    this.#conversations = new KnownConversations((conversation) =>
      openConversation(foundation.agent, { conversation, approver: approver(conversation) }, foundation.steps()),
    );
  }

  /** What the next run of a conversation runs with. */
  async config(conversation: Conversation, choice: RunChoice): Promise<ToolLoopConfig> {
    if (choice.model === RECORDED) return this.#recorded.config(conversation);
    const { foundation, store, models, configured, added, tape, flags, isPlain } = this.#options;
    const { permissions, agent, hooks } = foundation;
    const known = await this.#conversations.get(conversation);
    const { opened, use, steps } = known;
    const chosen = models.named(choice.model);
    known.toolsSet ??= await this.#toolsSet(conversation, chosen);
    const tools = isPlain === true ? [] : chosenTools(agent.toolsIn(known.toolsSet), choice);
    const policy = permissions.policyIn(modeOf(choice, permissions.mode), conversationKey(conversation));
    const limits = await configured.limits(conversation);
    const model = pricedFor(limits, chosen);
    use({ model, ...effortConfig(chosen, choice.effort), tools, policy, ...(hooks && { use: [hooks.afterCall] }) });
    // Where there is a tape, no other model than its own is offered.
    const taped = chosen === this.#taped ? tape : { model };
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
  }

  /** What the model has to know before the next message; undefined where nothing has changed. */
  async news(conversation: Conversation, history: readonly Message[]): Promise<string | undefined> {
    const undone = await (await this.#conversations.get(conversation)).undo.news(history);
    const said = [undone, this.#options.configured.news(history)].filter((text) => text !== undefined);
    return said.length === 0 ? undefined : said.join("\n\n");
  }

  async end(conversation: Conversation): Promise<void> {
    await this.#conversations.end(conversation);
    await this.#recorded.end(conversation);
  }

  /** Undecided before the first run of a conversation. */
  async #toolsSet(conversation: Conversation, model: ChosenModel): Promise<ToolsSet> {
    const { foundation, store, flags } = this.#options;
    const names = foundation.agent
      .toolsIn("small")
      .tools()
      .map(({ name }) => name);
    const kept = await keptToolsSet(store, conversation, names);
    const { set } = chooseToolsSet({ flag: flags.toolsSet, kept, model });
    await keepToolsSet(store, conversation, set);
    return set;
  }

  /** The person at the page, unless the command line answers for them. */
  #approver(conversation: Conversation): Approver {
    const { flags, store } = this.#options;
    if (flags.mode === "deny-asks") return sayNo;
    return flags.yes === true ? sayYes : store.approvals.approver(conversation);
  }
}

const sayNo: Approver = {
  approve: async ({ approvalId }) => ({ approvalId, approve: false, reason: "Nobody is asked in this mode." }),
};

/** What a person at the page may choose. A server that was started to ask nobody goes on asking nobody. */
const CHOSEN_MODES: readonly PermissionMode[] = ["default", "accept-edits", "plan"];

/** The usual one first. */
export function modesFrom(usual: PermissionMode): readonly PermissionMode[] {
  return usual === "deny-asks" ? [usual] : [usual, ...CHOSEN_MODES.filter((mode) => mode !== usual)];
}

function modeOf({ mode }: RunChoice, usual: PermissionMode): PermissionMode {
  return modesFrom(usual).find((known) => known === mode) ?? usual;
}

function chosenTools(registry: ToolRegistry, { activeTools }: RunChoice): ToolRegistry | readonly Tool[] {
  return activeTools === undefined ? registry : registry.tools().filter(({ name }) => activeTools.includes(name));
}
