import type { Conversation, OutputCache, RunnerOptions, ToolRegistry } from "@toolwright/core";
import type { ApprovalStates } from "./approval-states.ts";

/** What all connections of one server share. */
export interface Shared {
  readonly registry: ToolRegistry;
  readonly runner: Omit<RunnerOptions, "registry" | "activity" | "conversation"> & {
    readonly outputCache: OutputCache | false;
  };
  readonly conversation: Conversation;
  readonly approvals: ApprovalStates;
}
