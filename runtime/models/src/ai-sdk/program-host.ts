import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { LlmToolDefinition, ProviderOptions } from "@toolwright/core";
import { isKnownToHostPrograms } from "../programs/hosts-programs.ts";
import { isForPrograms, jsonOutputs } from "../programs/program-marks.ts";
import type { SdkModel } from "./sdk-model.ts";

/** A provider that runs programs, in the words of its package. */
export interface ProgramHost {
  /** Its tool for programs: what the package knows it as, and its name. */
  readonly id: `${string}.${string}`;
  readonly name: string;
  /** Whether programs may call the tool. */
  takes(tool: LlmToolDefinition): boolean;
  /** The program that makes a call. */
  programOf(metadata: SharedV4ProviderMetadata | undefined): string | undefined;
  /** The tools whose outputs go out as JSON: see {@link jsonOutputs}. */
  outputs(tools: readonly LlmToolDefinition[]): ReadonlyMap<string, boolean>;
  /** Whether people may say something while a program waits. */
  readonly maySpeak: boolean;
}

/**
 * In the words of `@ai-sdk/anthropic` 4 and of
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/programmatic-tool-calling: while a program waits, the
 * next message may hold results alone.
 */
const ANTHROPIC: ProgramHost = {
  id: "anthropic.code_execution_20260120",
  name: "code_execution",
  takes: ({ providerOptions }) => {
    const { allowedCallers } = Object(providerOptions?.anthropic);
    return Array.isArray(allowedCallers) && allowedCallers.some((caller) => caller !== "direct");
  },
  programOf: (metadata) => {
    const { type, toolId } = Object(metadata?.anthropic?.caller);
    return String(type).startsWith("code_execution") && typeof toolId === "string" ? toolId : undefined;
  },
  outputs: () => new Map(),
  maySpeak: false,
};

/** In the words of `@ai-sdk/openai` 4. */
const OPENAI: ProgramHost = {
  id: "openai.programmatic_tool_calling",
  name: "programmatic_tool_calling",
  takes: isForPrograms,
  programOf: (metadata) => {
    const { type, callerId } = Object(metadata?.openai?.caller);
    return type === "program" && typeof callerId === "string" ? callerId : undefined;
  },
  outputs: jsonOutputs,
  maySpeak: true,
};

/**
 * Undefined for a model whose provider runs no programs, or whose package is too old to know of them. `said`: whether
 * it does, where its options say so.
 */
export function programHost({ provider, modelId, version }: SdkModel, said?: boolean): ProgramHost | undefined {
  if (version !== undefined || !(said ?? isKnownToHostPrograms(modelId))) return undefined;
  if (/^anthropic\b/.test(provider)) return ANTHROPIC;
  return /^openai\.responses\b/.test(provider) ? OPENAI : undefined;
}

/** Options of a tool without its marks for programs: to a provider that runs none they would be an error. */
export function withoutMarks(options: ProviderOptions): ProviderOptions {
  const { openai, anthropic, ...others } = options;
  const { allowedCallers: _openai, outputSchema: _schema, ...plainOpenai } = openai ?? {};
  const { allowedCallers: _anthropic, ...plainAnthropic } = anthropic ?? {};
  return {
    ...others,
    ...(openai && { openai: plainOpenai }),
    ...(anthropic && { anthropic: plainAnthropic }),
  };
}
