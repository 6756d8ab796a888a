import type { ToolLoopConfig } from "@toolwright/core";

/** The agent's model alone: a client has tools, instructions and summaries of its own. Secrets stay masked. */
export function plainConfig(config: ToolLoopConfig): ToolLoopConfig {
  const { policy: _, prepareStep: __, stopWhen: ___, use: ____, ...rest } = config;
  return { ...rest, tools: [], compaction: false, trim: false, outputCache: false, requireDoneTool: false };
}
