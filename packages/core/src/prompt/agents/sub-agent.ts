import type { AiSdkModel } from "../../model/model-adapter.ts";
import type { ModelPort } from "../../model/model-port.ts";
import type { Schema } from "../../tool/tool.ts";
import type { DefinitionProxy } from "../definitions/definition-proxy.ts";
import type { PromptConfig } from "../run/prompt-config.ts";
import type { StatefulPrompt } from "../stateful-prompt.ts";

/** How an agent differs from the prompt that calls it: what is left out is the same. */
export interface AgentOptions extends PromptConfig {
  readonly model?: ModelPort | AiSdkModel;
  /** The beginning of its system text. */
  readonly system?: string;
  /** What its final text must be as JSON; one that is not is passed on with a note. */
  readonly responseSchema?: Schema<unknown>;
}

/** An agent as plain data. */
export interface SubAgent<I = unknown> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema<I>;
  // A method, so that agents of every input type fit one list.
  execute(input: I, prompt: StatefulPrompt): unknown;
  readonly options?: AgentOptions;
}

/** Puts the parts of an agent together as plain data. */
export function agent<I>(
  name: string,
  description: string,
  inputSchema: Schema<I>,
  execute: SubAgent<I>["execute"],
  options?: AgentOptions,
): SubAgent<I> {
  return { name, description, inputSchema, execute, ...(options === undefined ? {} : { options }) };
}

/** Registers an agent, or several as one where a list stands for the schema. */
export interface DefAgent {
  <I>(
    name: string,
    description: string,
    inputSchema: Schema<I>,
    execute: SubAgent<I>["execute"],
    options?: AgentOptions,
  ): DefinitionProxy;
  (name: string, description: string, agents: readonly SubAgent[]): DefinitionProxy;
}
