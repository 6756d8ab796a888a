import { type Message, runToolLoop, type ToolLoopConfig } from "@toolwright/core";
import { aFunction, anObject, aText, checkOptions, either } from "@toolwright/core/internal";
import { type JsonValue, type TranscriptEvent, transcriptOf } from "./transcript.ts";

/** A run as `vitest-evals` reports and judges it: its `HarnessRun`, written out. */
export interface VitestEvalsRun {
  output: string;
  session: { events: TranscriptEvent[]; model: string };
  usage: {
    model: string;
    inputTokens: number;
    outputTokens: number;
    totalTokens: number;
    toolCalls: number;
    reasoningTokens?: number;
    metadata: Record<string, JsonValue>;
  };
  timings: { totalMs: number };
  errors: Record<string, JsonValue>[];
}

/** A `Harness` of `vitest-evals`. */
export interface ToolLoopHarness<I> {
  name: string;
  run(input: I, context?: { readonly signal?: AbortSignal }): Promise<VitestEvalsRun>;
}

/** Options of {@link toolLoopHarness}. */
export interface ToolLoopHarnessOptions<I> {
  /** Of the agent, in reports. */
  readonly name: string;
  /** What runs: the same for every input, or made for each. */
  readonly config: ToolLoopConfig | ((input: I) => ToolLoopConfig | Promise<ToolLoopConfig>);
}

/**
 * An agent in `describeEval` of `vitest-evals` 0.16 and later: the input is what the user says, or a whole history; the
 * output is the final text. A run that failed has its code and its sentence in `errors`.
 */
export function toolLoopHarness<I extends string | readonly Message[] = string>(
  options: ToolLoopHarnessOptions<I>,
): ToolLoopHarness<I> {
  checkOptions<ToolLoopHarnessOptions<I>>(options, {
    of: "toolLoopHarness",
    rules: { name: aText, config: either(anObject, aFunction) },
    otherNames: { agent: "config", model: "config: { model, tools }" },
    needed: ["name", "config"],
  });
  const { name, config } = options;
  return {
    name,
    async run(input, { signal } = {}) {
      const made = typeof config === "function" ? await config(input) : config;
      const began = performance.now();
      const messages: readonly Message[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
      const result = await runToolLoop({ ...made, ...(signal === undefined ? {} : { signal }) }, messages);
      const { usage, error, iterations, stopReason } = result;
      const events = transcriptOf(result.messages);
      const model = made.model.name;
      return {
        output: result.content,
        session: { events, model },
        usage: {
          model,
          inputTokens: usage.inputTokens,
          outputTokens: usage.outputTokens,
          totalTokens: usage.inputTokens + usage.outputTokens,
          toolCalls: events.filter(({ type }) => type === "tool_call").length,
          ...(usage.reasoningTokens === undefined ? {} : { reasoningTokens: usage.reasoningTokens }),
          metadata: {
            steps: iterations,
            stopReason,
            ...(usage.costUsd === undefined ? {} : { costUsd: usage.costUsd }),
          },
        },
        timings: { totalMs: performance.now() - began },
        errors: error === undefined ? [] : [{ code: error.code, message: error.message }],
      };
    },
  };
}
