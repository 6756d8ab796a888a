import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider";
import type { CompletionStreamParams, LlmToolChoice, LlmToolDefinition } from "@toolwright/core/types";
import { extraOptions } from "../options/extra-options.ts";
import { isToolChoice, sdkOptions } from "./sdk-options.ts";
import { toPrompt } from "./to-prompt.ts";

/**
 * A request as a model of the AI SDK takes it. Tools and a choice are in it only when tools are given. Throws a
 * `TypeError` that names an option which cannot be sent.
 */
export function toCallOptions(params: CompletionStreamParams, model: string): LanguageModelV4CallOptions {
  const { messages, tools = [], temperature, maxTokens, signal } = params;
  const toolChoice = params.toolChoice ?? extraOptions(params).get("tool_choice");
  return {
    ...sdkOptions(params),
    prompt: toPrompt(messages, model),
    ...(tools.length === 0 ? {} : { tools: tools.map(toTool) }),
    ...(tools.length === 0 || !isToolChoice(toolChoice) ? {} : { toolChoice: toChoice(toolChoice) }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(signal === undefined ? {} : { abortSignal: signal }),
  };
}

function toTool({
  function: { name, description, parameters, strict },
}: LlmToolDefinition): LanguageModelV4FunctionTool {
  return { type: "function", name, description, inputSchema: parameters, ...(strict === undefined ? {} : { strict }) };
}

function toChoice(choice: LlmToolChoice): LanguageModelV4ToolChoice {
  return typeof choice === "string" ? { type: choice } : { type: "tool", toolName: choice.function.name };
}
