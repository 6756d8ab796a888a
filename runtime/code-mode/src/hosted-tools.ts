import type { Json, JsonObject, ProviderOptions, Tool } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import { letThrough } from "./declarations/let-through.ts";

export interface HostedOptions {
  /**
   * Whether a program of Anthropic calls tools that may ask a person. Its container is gone within minutes, and what it
   * has computed with it: by default the model calls those tools itself. Programs of OpenAI can wait.
   */
  readonly asksInside?: boolean;
}

/**
 * A tool that programs of a provider may call. The marks stand under the names that the AI SDK's packages have for
 * them: `allowed_callers` of OpenAI's responses, with the schema of the output, and of Anthropic's messages.
 */
export function hostedTool(tool: Tool, { asksInside = false }: HostedOptions): Tool {
  const { openai, anthropic, ...others } = tool.spec.providerOptions ?? {};
  const isDirect = mayAsk(tool) && !asksInside;
  const providerOptions: ProviderOptions = {
    ...others,
    openai: { ...openai, allowedCallers: ["direct", "programmatic"], ...outputSchemaOf(tool) },
    anthropic: { ...anthropic, allowedCallers: isDirect ? ["direct"] : ["code_execution_20260120"] },
  };
  return Object.freeze({ ...tool, spec: { ...tool.spec, providerOptions } });
}

/** What changes something may be asked about, by a policy that is not known here. */
function mayAsk({ effects, spec: { requiresConfirmation = false } }: Tool): boolean {
  return effects.kind !== "read" || requiresConfirmation !== false;
}

/** Of a tool that gives JSON, as a model reads it. */
function outputSchemaOf({ spec }: Tool): JsonObject {
  const schema = spec.formatOutput === undefined ? letThrough(spec) : undefined;
  if (!isFields(schema)) return {};
  const outputSchema: Json = JSON.parse(JSON.stringify(schema));
  return { outputSchema };
}
