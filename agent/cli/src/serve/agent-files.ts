import { ToolRunner } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import type { AgentFiles } from "@toolwright/server";
import type { FolderAgent } from "@toolwright/workspace";
import type { CommandPermissions } from "../permissions/command-permissions.ts";

/** Lines of a file that are shown at once. */
const LINES = 1_000;

/**
 * Files of a folder by name, as far as its rules let a search show them, and what is in one, as far as they let it be
 * read unasked.
 */
export function agentFiles(
  agent: FolderAgent,
  permissions: Pick<CommandPermissions, "mayRead" | "policyIn">,
): AgentFiles {
  const { workspace } = agent;
  return {
    async find(words) {
      const { findFiles } = await import("@toolwright/workspace/internal");
      return findFiles(workspace, { words, guard: permissions });
    },
    async read(path, from) {
      // A call like any other: the same walls, rules, masks and bounds. Nobody is asked.
      const conversation = { channel: "files", chatId: "page" };
      const { tools: _tools, activity: _activity, ...options } = agent.open({ conversation }).config;
      const runner = new ToolRunner({ ...options, registry: agent.tools, policy: permissions.policyIn("deny-asks") });
      const { message, result } = await runner.exec({
        name: "read",
        arguments: { file_paths: [path], offset: from, limit: LINES },
      });
      if (!result.isError) return { ok: true, text: contentText(message.content) };
      return { ok: false, error: result.error?.message ?? "It cannot be read." };
    },
  };
}
