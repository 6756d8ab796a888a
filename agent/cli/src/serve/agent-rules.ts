import type { Tool } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { ApprovalRules } from "@toolwright/server";
import type { CommandPermissions } from "../permissions/command-permissions.ts";

/** The rules of a folder, for who answers its questions. `toolNamed`: the tool that a question is about. */
export function agentRules(
  permissions: CommandPermissions,
  toolNamed: (name: string) => Tool | undefined,
): Required<ApprovalRules> {
  return {
    async explain({ toolName, arguments: args }) {
      const tool = toolNamed(toolName);
      return tool === undefined ? [] : (await permissions.explain(tool, args)).remember;
    },
    remember: (rules) => permissions.remember(rules),
    rememberForSession: async (rules, conversation) =>
      permissions.rememberForSession(rules, conversationKey(conversation)),
    async whyNever({ toolName, arguments: args }) {
      const tool = toolNamed(toolName);
      return tool === undefined ? undefined : ((await permissions.explain(tool, args)).never ?? undefined);
    },
    saved: () => permissions.saved(),
    forget: (rule) => permissions.forget(rule),
  };
}
