import type { LanguageModelV4FunctionTool, LanguageModelV4ProviderTool } from "@ai-sdk/provider";
import type { Json, LlmToolDefinition } from "@toolwright/core";
import { anObject, type OptionRule } from "@toolwright/core/internal";
import { objectAtRoot } from "../options/object-at-root.ts";
import { orFailure } from "../programs/program-error.ts";
import { type ProgramHost, withoutMarks } from "./program-host.ts";
import type { ProviderTool, ProviderTools } from "./provider-tool.ts";

type SentTool = LanguageModelV4FunctionTool | LanguageModelV4ProviderTool;

/**
 * The tools of a request: those that the provider runs itself, then those of the run. Where the provider defines one of
 * the run's, its definition stands in the place of the tool's own. Its tool for programs is among them where one of the
 * run's is marked for those.
 */
export function sentTools(
  tools: readonly LlmToolDefinition[],
  providerTools: ProviderTools = {},
  host?: ProgramHost,
): SentTool[] {
  const defined = new Map(Object.entries(providerTools).map(([name, tool]) => [name, toProviderTool(name, tool)]));
  const hasOwn = [...defined.values()].some(({ id }) => RUNS_PROGRAMS.test(id));
  if (!hasOwn && host !== undefined && tools.some(host.takes))
    defined.set(host.name, { type: "provider", id: host.id, name: host.name, args: {} });
  const own = new Set(tools.map(({ function: { name } }) => name));
  const hosted = [...defined].filter(([name]) => !own.has(name)).map(([, tool]) => tool);
  const isMarked = hosted.some(({ id }) => RUNS_PROGRAMS.test(id));
  const written = (tool: LlmToolDefinition) => toFunctionTool(isMarked ? widened(tool, host) : unmarked(tool));
  return [...hosted, ...tools.map((tool) => defined.get(tool.function.name) ?? written(tool))];
}

/** The tools of providers that run programs. */
const RUNS_PROGRAMS = /\.(?:code_execution_\d+|programmatic_tool_calling)$/;

function unmarked(tool: LlmToolDefinition): LlmToolDefinition {
  const { providerOptions } = tool;
  return providerOptions === undefined ? tool : { ...tool, providerOptions: withoutMarks(providerOptions) };
}

/** A program that cannot be told of a failure otherwise finds one in the result. */
function widened(tool: LlmToolDefinition, host: ProgramHost | undefined): LlmToolDefinition {
  if (host?.outputs([tool]).size !== 1) return tool;
  const { openai, ...others } = tool.providerOptions ?? {};
  const outputSchema: Json = JSON.parse(JSON.stringify(orFailure(openai?.outputSchema)));
  return { ...tool, providerOptions: { ...others, openai: { ...openai, outputSchema } } };
}

/** Whether a result of this tool goes out as JSON: a provider that defines a tool reads the fields of its results. */
export function isReadByField(name: string, providerTools: ProviderTools = {}): boolean {
  return Object.hasOwn(providerTools, name) && !providerTools[name]?.id?.endsWith(".custom");
}

export const PROVIDER_TOOLS: OptionRule = {
  form: "tools of the provider's package by their names, such as { web_search: anthropic.tools.webSearch_20250305() }",
  fits: (value) => anObject.fits(value) && Object.values(Object(value)).every(isProviderTool),
};

function isProviderTool(value: unknown): boolean {
  return anObject.fits(value) && /^[^.]+\../.test(String(Object(value).id));
}

function toProviderTool(name: string, { id = "", args = {} }: ProviderTool): LanguageModelV4ProviderTool {
  const [provider = "", ...rest] = id.split(".");
  return { type: "provider", id: `${provider}.${rest.join(".")}`, name, args: { ...args } };
}

function toFunctionTool({ function: asked, providerOptions, inputExamples }: LlmToolDefinition) {
  const { name, description, parameters, strict } = asked;
  return {
    type: "function" as const,
    name,
    description,
    inputSchema: objectAtRoot(parameters),
    ...(strict === undefined ? {} : { strict }),
    ...(inputExamples && { inputExamples: inputExamples.map((input) => ({ input })) }),
    ...(providerOptions && { providerOptions }),
  };
}
