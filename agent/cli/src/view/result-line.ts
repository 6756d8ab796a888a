import type { ToolLoopResult } from "@toolwright/core";

/** What is known of a run beside its result. */
export interface RunFacts {
  /** Of the conversation that was kept: `--resume` takes it. */
  readonly threadId: string | undefined;
  readonly durationMs: number;
}

/** How a run ended, as one line of JSON. */
export function resultLine(result: ToolLoopResult, { threadId, durationMs }: RunFacts): string {
  const { content, stopReason, iterations, usage, error, changed } = result;
  const line = {
    type: "result",
    content,
    stopReason,
    iterations,
    usage,
    ...(error && { error: { code: error.code, message: error.message } }),
    ...(changed !== undefined && { changed }),
    ...(threadId !== undefined && { threadId }),
    durationMs: Math.round(durationMs),
  };
  return `${JSON.stringify(line)}\n`;
}
