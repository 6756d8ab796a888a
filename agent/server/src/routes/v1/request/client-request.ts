import type { JsonSchema, LlmOptions, LlmToolChoice, Tool, ToolLoopConfig } from "@toolwright/core";
import { withClientTools } from "./client-tools.ts";
import { PASSED } from "./fields.ts";
import { stoppingAt } from "./stop-at.ts";
import { choosing } from "./tool-choice.ts";

/** What a client wants of a run, in whichever format it asks. */
export interface ClientRequest {
  readonly llmOptions: LlmOptions;
  readonly tools: readonly Tool[];
  readonly toolChoice?: LlmToolChoice | undefined;
  /** What the answer must be as JSON; undefined for any text. */
  readonly output?: JsonSchema | undefined;
  readonly stop?: readonly string[];
}

/** The configuration of a run that does what the client wants. */
export function configFor(request: ClientRequest, config: ToolLoopConfig): ToolLoopConfig {
  const { llmOptions, tools, toolChoice, output, stop = [] } = request;
  const chosen = toolChoice === undefined ? config.model : choosing(config.model, toolChoice, tools);
  const adapted = {
    ...config,
    model: stop.length === 0 ? chosen : stoppingAt(chosen, stop),
    llmOptions: { ...config.llmOptions, ...llmOptions },
    ...(output === undefined ? {} : { output }),
  };
  return withClientTools(adapted, tools);
}

/** What goes to the provider of what a request has, under the same names. */
export function passedOptions(body: Readonly<Record<string, unknown>>): LlmOptions {
  const given = PASSED.flatMap((name) => (body[name] == null ? [] : [[name, body[name]] as const]));
  const { parallel_tool_calls } = body;
  return {
    ...Object.fromEntries(given),
    // Calls run side by side unless somebody says otherwise, and not every provider knows the field.
    ...(parallel_tool_calls === false ? { parallel_tool_calls } : {}),
  };
}
