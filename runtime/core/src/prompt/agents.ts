import { defineTool } from "../faces/define-tool.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { present } from "../json/present.ts";
import type { AiSdkModel } from "../model/model-adapter.ts";
import type { ModelPort } from "../model/model-port.ts";
import { outputText } from "../result/output-text.ts";
import { ToolError } from "../result/tool-error.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { compileOutputSchema } from "../schema/compile/compile-output-schema.ts";
import { parseJson } from "../schema/decode/parse-json.ts";
import { NO_DEADLINE_MS } from "../tool/no-deadline.ts";
import type { Schema, Tool, ToolContext } from "../tool/tool.ts";
import { checkAgent } from "./check-definitions.ts";
import { checkAgentOptions } from "./check-prompt.ts";
import { compositeTool } from "./composite-tool.ts";
import type { DefinitionProxy } from "./definition-proxy.ts";
import type { PromptConfig, PromptFunction } from "./run-prompt.ts";
import type { StatefulPrompt } from "./stateful-prompt.ts";

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

/**
 * Puts the parts of an agent together as plain data. Throws a `TypeError` for an option that does not exist or cannot
 * be.
 */
export function agent<I>(
  name: string,
  description: string,
  inputSchema: Schema<I>,
  execute: SubAgent<I>["execute"],
  options?: AgentOptions,
): SubAgent<I> {
  if (options !== undefined) checkAgentOptions(name, options);
  return { name, description, inputSchema, execute, ...present({ options }) };
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

/** An agent's prompt, about to run. */
export interface AgentStart {
  readonly promptFunction: PromptFunction;
  readonly options: AgentOptions;
  /** Stops the agent with the call that made it. */
  readonly signal: AbortSignal;
}

/** What an agent came to. */
export interface AgentRun {
  readonly response: string;
  readonly steps: Json;
  readonly error?: string;
}

/** Runs an agent's prompt to its end. */
type RunAgent = (start: AgentStart) => Promise<AgentRun>;

/** A tool that runs a prompt of its own. Programs read `{response, steps}`, the model reads the response. */
export function agentTool(agent: SubAgent, run: RunAgent): Tool {
  checkAgent(agent, "A sub-agent");
  const { name, description, inputSchema } = agent;
  return defineTool<unknown, JsonObject>({
    name,
    description,
    input: inputSchema,
    timeoutMs: NO_DEADLINE_MS,
    // What an agent's own tools said has passed their lists.
    allowlist: "all",
    formatOutput: responseOf,
    execute: (input, context) => runAgent(agent, { input, run, context }),
  });
}

/** Several agents as one tool, which gives `{results: [{name, response}]}`. */
export function compositeAgentTool(
  { name, description, agents }: { name: string; description: string; agents: readonly SubAgent[] },
  run: RunAgent,
): Tool {
  return compositeTool({
    name,
    description,
    label: "sub-agent",
    parts: agents.map((agent) => agentTool(agent, run)),
    entry: (agent, ended) => ({ name: agent, response: entryResponse(ended) }),
    options: {},
  });
}

interface AgentCall {
  readonly input: unknown;
  readonly run: RunAgent;
  readonly context: ToolContext;
}

async function runAgent(agent: SubAgent, { input, run, context }: AgentCall): Promise<JsonObject> {
  const { options = {} } = agent;
  const ended = await run({
    promptFunction: (prompt) => agent.execute(input, prompt),
    options,
    signal: context.signal,
  });
  if (ended.error !== undefined) throw new ToolError(`The agent failed: ${ended.error}`);
  const { response, steps } = ended;
  return { response, steps, ...present({ validationError: await validationErrorOf(agent, ended) }) };
}

/** What the schema of an agent has against its answer. */
async function validationErrorOf({ name, options }: SubAgent, { response }: AgentRun): Promise<string | undefined> {
  if (options?.responseSchema === undefined) return undefined;
  const parsed = parseJson(response, { maxBytes: 1024 * 1024, maxDepth: 100 });
  if (!parsed.ok) return "The response is not JSON.";
  const checked = await compileOutputSchema(options.responseSchema, { toolName: name }).check(parsed.value);
  return checked.ok
    ? undefined
    : checked.issues.map(({ path, message }) => `${path || "response"}: ${message}`).join("; ");
}

function responseOf(output: Json): string {
  if (typeof output !== "object" || output === null || !("response" in output)) return JSON.stringify(output);
  const { response, validationError } = output;
  return validationError === undefined
    ? String(response)
    : `${response}\n[The response does not fit its schema: ${validationError}]`;
}

function entryResponse(ended: ToolResult | string): string {
  if (typeof ended === "string") return `Error: ${ended}`;
  if (ended.isError) return `Error: ${ended.error?.message ?? outputText(ended.output)}`;
  return ended.output.type === "json" ? responseOf(ended.output.value) : outputText(ended.output);
}
