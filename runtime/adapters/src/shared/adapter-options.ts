import type { Conversation, ToolRunner } from "@toolwright/core";
import {
  aText,
  checkArgument,
  checkOptions,
  nested,
  type OptionRules,
  oneOf,
  withFunctions,
} from "@toolwright/core/internal";

/** How the tools of a runner stand in the loop of another framework. */
export interface AdapterOptions {
  /**
   * Who asks a person where the policy or the tool wants one asked: the `approver` of the runner, which may store its
   * questions, or the framework, in its own way. Default `runner`.
   */
  readonly approvals?: "runner" | "framework";
  /**
   * What the calls belong to. Default: what the runner says. One runner for several conversations needs it: ids of
   * calls may meet.
   */
  readonly conversation?: Conversation;
}

const ADAPTER_RULES: OptionRules<AdapterOptions> = {
  approvals: oneOf("runner", "framework"),
  conversation: nested<Conversation>({ channel: aText, chatId: aText }, { needed: ["channel", "chatId"] }),
};

/** Throws a `TypeError` for what is no runner, and for an option that does not exist or cannot be. */
export function checkAdapter(of: string, runner: ToolRunner, options: AdapterOptions): void {
  const rule = withFunctions("a ToolRunner: new ToolRunner({ registry: new ToolRegistry(tools) })", "exec", "foresee");
  checkArgument(runner, { of: `The runner of ${of}`, rule });
  checkOptions<AdapterOptions>(options, { of, rules: ADAPTER_RULES, otherNames: OTHER_NAMES });
}

const OTHER_NAMES = { approver: "approver of the runner" };
