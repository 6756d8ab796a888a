import type { ApprovalRequest, Conversation, JsonObject, Message, ToolLoopConfig } from "@toolwright/core";

/** What the server lets people talk to. */
export interface Agent {
  /** As the user would name the model, for example `openai:gpt-5`. */
  readonly model: string;
  /** One sentence that a page shows, such as that no language model is behind this. */
  readonly notice?: string;
  /** What every conversation begins with. */
  readonly instructions?: readonly Message[];
  /**
   * What a run of this conversation runs with; asked before every run. The server adds where events and approvals go,
   * and without other wishes `redaction: "required"` and `thrownErrors: "safe"` (system.md, "Redaction").
   */
  config(conversation: Conversation): ToolLoopConfig | Promise<ToolLoopConfig>;
  /** What the model has to know before the next message, such as what was undone meanwhile. */
  news?(conversation: Conversation): Promise<string | undefined>;
  /** How "always" works; left out, it is not offered. */
  readonly rules?: ApprovalRules;
}

/** The rules that would allow a call without asking. */
export interface ApprovalRules {
  /** As they would be saved; empty when nothing can be saved for this call. */
  explain(call: Pick<ApprovalRequest, "toolName"> & { readonly arguments: JsonObject }): Promise<readonly string[]>;
  /** Rejects when they could not be saved. */
  remember(rules: readonly string[]): Promise<void>;
}
