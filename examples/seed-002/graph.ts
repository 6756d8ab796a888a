import { getLlmToolDefinitions, ToolRegistry } from "@toolwright/core";
import { createGraphExecutor, type GraphExecutorPort } from "@toolwright/core/graph";
import { type InvocationSummaries, type SummarySink, summariseInvocations } from "@toolwright/core/telemetry";
import { createLiteLlmModel } from "@toolwright/models";
import { type Clock, getCurrentTimeTool, workspaceOverrides } from "@toolwright/workspace";
import { generateTitle } from "./tools/generate-title.tool.ts";

export const registry = new ToolRegistry([getCurrentTimeTool(), generateTitle]);
export const definitions = getLlmToolDefinitions(registry);

export interface GraphParts {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly sink: SummarySink;
}

/** A graph, and when every summary of its model calls is written. */
export interface ChatGraph {
  readonly executor: GraphExecutorPort;
  idle(): Promise<void>;
}

/** The document's chat graph: a model, two tools, a clock behind its port, a summary of every model call. */
export function chatGraph({ baseUrl, clock, sink }: GraphParts): ChatGraph {
  const model = createLiteLlmModel({ baseUrl, model: "gpt-4o" });
  const written: InvocationSummaries[] = [];
  const executor = createGraphExecutor((caller) => {
    const summaries = summariseInvocations({ sink, caller });
    written.push(summaries);
    return {
      model,
      tools: registry,
      redaction: "required",
      maxConcurrency: 1,
      overrides: workspaceOverrides({ clock }),
      observer: summaries.observer,
    };
  });
  return { executor, idle: async () => void (await Promise.all(written.map((summaries) => summaries.idle()))) };
}
