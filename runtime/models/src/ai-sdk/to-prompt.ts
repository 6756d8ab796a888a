import type {
  JSONObject,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { AssistantMessage, Message, Part, ToolMessage } from "@toolwright/core";
import { contentText, objectIn, present } from "@toolwright/core/internal";
import { withMark } from "./cache-mark.ts";
import { replayContent } from "./provider-state.ts";
import type { ProviderTools } from "./provider-tool.ts";
import { isReadByField } from "./provider-tools.ts";
import type { SentPrograms } from "./sent-programs.ts";

/** What a history becomes a prompt by. */
export interface PromptOptions {
  /** Whose provider state may go back. */
  readonly model: string;
  /** The places of messages behind which the request is to be cached. */
  readonly marks: ReadonlySet<number> | undefined;
  readonly providerTools: ProviderTools | undefined;
  readonly programs: SentPrograms;
}

/** A history as a model of the AI SDK reads it. */
export function toPrompt(messages: readonly Message[], options: PromptOptions): LanguageModelV4Message[] {
  const { marks } = options;
  const names = new Map<string, string>();
  const prompt: LanguageModelV4Message[] = [];
  for (const [place, message] of messages.entries()) {
    if (message.role === "tool") addResult(prompt, resultOf(message, names.get(message.tool_call_id) ?? "", options));
    else if (message.role === "assistant") prompt.push(assistantOf(message, options, names));
    else if (message.role === "system")
      prompt.push({ role: "system", content: contentText(message.content), ...optionsOf(message) });
    else prompt.push({ role: "user", content: partsOf(message.content), ...optionsOf(message) });
    if (marks?.has(place)) markEnd(prompt.at(-1));
  }
  return prompt;
}

/** A mark stands on the last part that holds something: an empty text cannot be marked. */
function markEnd(message: LanguageModelV4Message | undefined): void {
  if (message === undefined) return;
  const parts = message.role === "system" ? [message] : message.content;
  const last = parts.findLast((part) => !("text" in part) || part.text !== "");
  if (last !== undefined) last.providerOptions = withMark(last.providerOptions);
}

function assistantOf(
  message: AssistantMessage,
  options: PromptOptions,
  names: Map<string, string>,
): LanguageModelV4Message {
  for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
  return { role: "assistant", content: replayContent(message, options), ...optionsOf(message) };
}

/** The results of one step stand in one message, as providers that alternate roles want it. */
function addResult(prompt: LanguageModelV4Message[], part: LanguageModelV4ToolResultPart): void {
  const last = prompt.at(-1);
  if (last?.role === "tool") last.content.push(part);
  else prompt.push({ role: "tool", content: [part] });
}

function resultOf(
  message: ToolMessage,
  toolName: string,
  { providerTools, programs }: PromptOptions,
): LanguageModelV4ToolResultPart {
  const { tool_call_id, content, is_error } = message;
  const { output, ...asked } = programs.resultOf(message, toolName) ?? {};
  const about = { type: "tool-result", toolCallId: tool_call_id, toolName, ...asked, ...optionsOf(message) } as const;
  if (output !== undefined) return { ...about, output };
  const value = isReadByField(toolName, providerTools) ? fieldsIn(message, providerTools?.[toolName]?.id) : undefined;
  if (value !== undefined) return { ...about, output: { type: "json", value } };
  if (is_error === true) return { ...about, output: { type: "error-text", value: contentText(content) } };
  if (typeof content === "string") return { ...about, output: { type: "text", value: content } };
  return { ...about, output: { type: "content", value: content.map(partOf) } };
}

/**
 * What a provider reads of a tool that it defines: what the tool gave, or a failure in the fields that it has for one.
 */
function fieldsIn({ content, is_error }: ToolMessage, id: string | undefined): JSONObject | undefined {
  const text = contentText(content);
  const fields: JSONObject | undefined = is_error === true ? undefined : objectIn(text);
  if (fields !== undefined) return fields;
  if (id?.endsWith(".apply_patch")) return { status: is_error === true ? "failed" : "completed", output: text };
  if (id?.endsWith(".local_shell")) return { output: text };
  if (!id?.endsWith(".shell")) return undefined;
  const exitCode = is_error === true ? 1 : 0;
  const [stdout, stderr] = is_error === true ? ["", text] : [text, ""];
  return { output: [{ stdout, stderr, outcome: { type: "exit", exitCode } }] };
}

function partsOf(content: string | readonly Part[]): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content.map(partOf);
}

function partOf(part: Part): LanguageModelV4TextPart | LanguageModelV4FilePart {
  if (part.type === "text") return { type: "text", text: part.text, ...optionsOf(part) };
  const { mediaType, data = "" } = part;
  const named = part.type === "image" ? {} : present({ filename: part.name });
  return { type: "file", mediaType, data: { type: "data", data }, ...named, ...optionsOf(part) };
}

function optionsOf({ providerOptions }: Pick<Message, "providerOptions">) {
  return providerOptions === undefined ? {} : { providerOptions };
}
