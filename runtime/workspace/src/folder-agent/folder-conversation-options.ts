import type { ActivityStream, Approver, Conversation, Message, ModelPort, ToolLoopConfig } from "@toolwright/core";
import { aFunction, aModelPort, anObject, checkOptions, listOf, oneOf, withFunctions } from "@toolwright/core/internal";
import type { ToolsSet } from "../tools/shown-parameters.ts";

/** What a conversation does differently from its agent. */
export interface FolderConversationOptions {
  /** Whose it is. Default: one of its own. */
  readonly conversation?: Conversation;
  readonly model?: ModelPort;
  readonly approver?: Approver;
  /**
   * What sub-agents think with, choose their tools from and may do, asked for at each task. Default: what the
   * conversation runs with.
   */
  readonly agents?: () => Pick<ToolLoopConfig, "model" | "llmOptions" | "tools" | "policy" | "use">;
  /** Its set of the standard tools. Default: that of the agent. */
  readonly toolsSet?: ToolsSet;
  /** Where its events go. Default: a stream of its own. */
  readonly activity?: ActivityStream;
  /**
   * What was said before, such as `providerHistory` gives it, the instructions first. Default: the instructions alone.
   */
  readonly history?: readonly Message[];
}

/** Throws a `TypeError` for an option that does not exist or cannot be. */
export function checkConversationOptions(options: FolderConversationOptions): void {
  checkOptions<FolderConversationOptions>(options, {
    of: "open",
    rules: {
      conversation: { form: "{ channel, chatId }", fits: (value) => typeof Object(value).chatId === "string" },
      model: aModelPort,
      approver: withFunctions("an approver: { approve(request) { … } }", "approve"),
      agents: aFunction,
      toolsSet: oneOf("all", "small"),
      history: listOf('an array of messages, the instructions first: [{ role: "system", content }]', anObject),
      activity: withFunctions("an ActivityStream: new ActivityStream(journal)", "emit", "sync"),
    },
    otherNames: {
      journal: "activity: new ActivityStream(journal)",
      subAgents: "agents",
      messages: "history",
    },
  });
}
