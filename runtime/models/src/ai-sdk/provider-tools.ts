import type { LanguageModelV4FunctionTool, LanguageModelV4ProviderTool } from "@ai-sdk/provider";
import type { LlmToolDefinition } from "@toolwright/core";
import { anObject, type OptionRule } from "@toolwright/core/internal";
import type { ProviderTool, ProviderTools } from "./provider-tool.ts";

type SentTool = LanguageModelV4FunctionTool | LanguageModelV4ProviderTool;

/**
 * The tools of a request: those that the provider runs itself, then those of the run. Where the provider defines one of
 * the run's, its definition stands in the place of the tool's own.
 */
export function sentTools(tools: readonly LlmToolDefinition[], providerTools: ProviderTools = {}): SentTool[] {
  const defined = new Map(Object.entries(providerTools).map(([name, tool]) => [name, toProviderTool(name, tool)]));
  const own = new Set(tools.map(({ function: { name } }) => name));
  const hosted = [...defined].filter(([name]) => !own.has(name)).map(([, tool]) => tool);
  return [...hosted, ...tools.map((tool) => defined.get(tool.function.name) ?? toFunctionTool(tool))];
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
    inputSchema: parameters,
    ...(strict === undefined ? {} : { strict }),
    ...(inputExamples && { inputExamples: inputExamples.map((input) => ({ input })) }),
    ...(providerOptions && { providerOptions }),
  };
}
