import type { Approver, Conversation } from "@toolwright/core";
import type { Agent } from "@toolwright/server";
import { ConversationUndo } from "../commands/conversation-undo.ts";
import type { ServeFlags } from "../flags.ts";
import type { ChosenModel } from "../model/choose-model.ts";
import { INSTRUCTIONS } from "../setup/instructions.ts";
import { type Foundation, type Prepared, prepareConversation } from "../setup/prepare.ts";
import { sayYes } from "../setup/say-yes.ts";
import type { TapeConfig } from "../setup/tape-config.ts";
import { REAL_MODEL_HINT } from "../view/real-model-hint.ts";
import { agentUndo } from "./agent-undo.ts";

/** What the agent of a server is made of. */
export interface ServeAgentOptions {
  readonly foundation: Foundation;
  readonly chosen: ChosenModel;
  readonly tape: TapeConfig["config"];
  readonly flags: ServeFlags;
}

interface KnownConversation {
  readonly prepared: Prepared;
  readonly undo: ConversationUndo;
}

/** Conversations whose seen files and plans are kept in mind; of an older one the model reads files again. */
const REMEMBERED = 200;

/** The agent that the command serves: every conversation with its own plans and seen files, all under the same rules. */
export function serveAgent({ foundation, chosen, tape, flags }: ServeAgentOptions): Agent {
  const { permissions, registry } = foundation;
  const known = new Map<string, Promise<KnownConversation>>();
  const of = (conversation: Conversation) => {
    const { channel, chatId } = conversation;
    const key = `${channel} ${chatId}`;
    const found = known.get(key) ?? openConversation({ foundation, chosen, tape, flags }, conversation);
    known.delete(key);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return found;
  };
  return {
    model: chosen.spec,
    ...(chosen.isOffline
      ? { notice: `No language model: a small planner matches words to tools. ${REAL_MODEL_HINT}` }
      : {}),
    instructions: [INSTRUCTIONS],
    async config(conversation) {
      const { prepared } = await of(conversation);
      const { maxIterations } = flags;
      const limit = maxIterations === undefined ? {} : { maxIterations };
      return { ...prepared, ...tape, tools: registry, ...limit };
    },
    news: async (conversation) => (await of(conversation)).undo.news(),
    undo: agentUndo(foundation.workspace),
    rules: {
      async explain({ toolName, arguments: args }) {
        const tool = registry.get(toolName);
        return tool === undefined ? [] : (await permissions.explain(tool, args)).remember;
      },
      remember: (rules) => permissions.remember(rules),
    },
  };
}

async function openConversation(
  { foundation, chosen: { model }, flags }: ServeAgentOptions,
  conversation: Conversation,
): Promise<KnownConversation> {
  const approver = approverOf(flags);
  const prepared = await prepareConversation(foundation, { model, conversation, approver });
  return { prepared, undo: new ConversationUndo({ ...prepared, conversation }) };
}

/** Undefined: whoever is at the page is asked. */
function approverOf({ yes, mode }: ServeFlags): Approver | undefined {
  if (mode === "deny-asks") return sayNo;
  return yes === true ? sayYes : undefined;
}

const sayNo: Approver = {
  approve: async ({ approvalId }) => ({ approvalId, approve: false, reason: "Nobody is asked in this mode." }),
};
