import type { ToolLoopConfig } from "../../loop/tool-loop-config.ts";

/** How a prompt runs: what a loop takes, but for the tools and the steps, which the prompt itself decides. */
export interface PromptConfig extends Omit<ToolLoopConfig, "model" | "tools" | "prepareStep"> {
  /** Who says reminders. Default `user`: many providers refuse a system message after the first. */
  readonly reminderRole?: "user" | "system";
}
