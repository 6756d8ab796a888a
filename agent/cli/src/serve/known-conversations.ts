import type { Conversation, ToolLoopConfig } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { FolderAgent, FolderConversation, FolderConversationOptions, ToolsSet } from "@toolwright/workspace";
import { ConversationUndo } from "../conversations/conversation-undo.ts";
import type { StepOptions } from "../setup/prepare.ts";

/** What sub-agents take over from the run that they work for. */
type RunTools = Pick<ToolLoopConfig, "model" | "llmOptions" | "tools" | "policy" | "use">;

/** What a server keeps in mind of a conversation. */
export interface KnownConversation {
  readonly opened: FolderConversation;
  readonly undo: ConversationUndo;
  /** What its runs do before every step. */
  readonly steps: StepOptions;
  /** Its set of the standard tools; undefined before its first run here. */
  toolsSet?: ToolsSet;
  /** Says what the next run thinks with; its sub-agents do, too. */
  readonly use: (run: RunTools) => void;
}

/** Conversations whose seen files and plans are kept in mind; of an older one the model reads files again. */
const REMEMBERED = 200;

/** The conversations that were used last. */
export class KnownConversations {
  readonly #open: (conversation: Conversation) => Promise<KnownConversation>;
  readonly #known = new Map<string, Promise<KnownConversation>>();

  constructor(open: (conversation: Conversation) => Promise<KnownConversation>) {
    this.#open = open;
  }

  /** Forgets one, and ends what it runs in the background. */
  async end(conversation: Conversation): Promise<void> {
    const known = this.#known.get(conversationKey(conversation));
    this.#known.delete(conversationKey(conversation));
    await (await known)?.opened.end();
  }

  get(conversation: Conversation): Promise<KnownConversation> {
    const key = conversationKey(conversation);
    const found = this.#known.get(key) ?? this.#open(conversation);
    this.#known.delete(key);
    this.#known.set(key, found);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return found;
  }
}

/** Prepares a conversation. Its sub-agents are asked for nothing before a run has begun. */
export async function openConversation(
  agent: FolderAgent,
  options: Pick<FolderConversationOptions, "conversation" | "approver">,
  steps: StepOptions = {},
): Promise<KnownConversation> {
  let run: RunTools | undefined;
  const agents = (): RunTools => {
    if (run === undefined) throw new Error("No run of this conversation has begun.");
    return run;
  };
  const opened = agent.open({ ...options, agents });
  const use = (next: RunTools) => {
    run = next;
  };
  return { opened, undo: new ConversationUndo(agent, opened), steps, use };
}
