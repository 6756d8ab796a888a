import { type JsonObject, ToolRegistry, ToolRunner } from "@toolwright/core";
import { toolsOf } from "@toolwright/core/internal";
import type { PendingApproval } from "@toolwright/durable";
import { storedChoice } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";

/**
 * Why edited arguments are none that the tool takes, before the question is used up by them: whoever edited can mend them. Undefined where they
 * fit, or that cannot be told here; the run judges them once more.
 */
export async function whyUnfit(
  { store, agent, logger }: ServerContext,
  { conversation, toolName }: PendingApproval,
  edited: JsonObject | undefined,
): Promise<string | undefined> {
  if (edited === undefined) return undefined;
  try {
    const { tools } = await agent.config(conversation, await storedChoice(store, agent, conversation));
    const tool = toolsOf(tools ?? []).find(({ name }) => name === toolName);
    if (tool === undefined) return undefined;
    const runner = new ToolRunner({ registry: new ToolRegistry([tool]), logger, outputCache: false });
    const foreseen = await runner.foresee({ name: toolName, arguments: edited });
    if (foreseen.verdict !== "refuse" || foreseen.result.error?.code !== "invalid_arguments") return undefined;
    return `The arguments do not fit: ${foreseen.result.error.message}`;
  } catch (error) {
    logger.warn("Edited arguments could not be judged beforehand", { toolName, error });
    return undefined;
  }
}
