import type { ApprovalDecision, Approver, Conversation, JsonObject, OutputCache } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/internal";

/** What of a store of conversations an MCP server needs: every `Store` of `@toolwright/store` is one. */
export interface McpStore {
  readonly threads: {
    create(options: {
      readonly channel: string;
      readonly chatId: string;
      readonly title: string;
    }): MaybePromise<unknown>;
    settings(conversation: Conversation): MaybePromise<JsonObject | undefined>;
    configure(conversation: Conversation, settings: JsonObject): MaybePromise<boolean>;
    delete(conversation: Conversation): MaybePromise<unknown>;
    list(range: { readonly channel: string; readonly limit: number; readonly cursor?: string }): MaybePromise<{
      readonly threads: readonly { readonly conversation: Conversation }[];
      readonly next?: string;
    }>;
  };
  readonly leases: {
    acquire(conversation: Conversation): MaybePromise<{ release(): MaybePromise<void> } | undefined>;
  };
  readonly approvals: {
    approver(conversation: Conversation): Approver;
    get(approvalId: string): MaybePromise<object | undefined>;
    claim(
      decision: ApprovalDecision,
      expected: { readonly conversation: Conversation },
    ): MaybePromise<{ readonly outcome: string }>;
  };
  readonly outputs: OutputCache;
}
