import type { ToolLoopResult } from "../src/index.ts";
import type { PromptConfig, PromptFunction, PromptStep, StatefulPrompt } from "../src/prompt/index.ts";
import { runPrompt } from "../src/prompt/index.ts";
import { type Answer, KeptLog, WrittenModel } from "./support.ts";

/** A run of a prompt against a written model, from its beginning to its end. */
export interface Played {
  readonly model: WrittenModel;
  readonly prompt: StatefulPrompt;
  readonly steps: readonly PromptStep[];
  readonly final: ToolLoopResult;
  readonly log: KeptLog;
}

/** Runs a prompt function to its end. After the answers the model says `end`. */
export async function play(
  answers: ConstructorParameters<typeof WrittenModel>[0],
  promptFunction: PromptFunction,
  config: PromptConfig = {},
): Promise<Played> {
  const model = new WrittenModel(answers);
  const log = new KeptLog();
  const { result, prompt } = await runPrompt(promptFunction, { model, logger: log, ...config });
  const final = await result.final;
  return { model, prompt, steps: prompt.steps, final, log };
}

/** An answer with one call. */
export function call(name: string, args: object = {}, id?: string): Answer {
  return { calls: [{ name, args, ...(id === undefined ? {} : { id }) }] };
}

/** The results that the input of a step shows, in order. */
export function resultsIn(step: PromptStep | undefined): unknown[] {
  return (step?.input.prompt ?? []).flatMap((message) =>
    message.role === "tool" ? message.content.map(({ result }) => result) : [],
  );
}

/** The names of the tools that a request offered. */
export function offered(model: WrittenModel, request: number): string[] {
  return (model.requests[request]?.tools ?? []).map((tool) => tool.function.name);
}
