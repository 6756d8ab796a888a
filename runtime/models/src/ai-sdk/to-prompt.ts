import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { AssistantMessage, Message, Part, ToolMessage } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import { CACHE_MARK } from "./cache-mark.ts";
import { replayContent } from "./provider-state.ts";

/** What a history becomes a prompt by. */
export interface PromptOptions {
  /** Whose provider state may go back. */
  readonly model: string;
  /** The places of messages behind which the request is to be cached. */
  readonly marks: ReadonlySet<number> | undefined;
}

/** A history as a model of the AI SDK reads it. */
export function toPrompt(messages: readonly Message[], { model, marks }: PromptOptions): LanguageModelV4Message[] {
  const names = new Map<string, string>();
  const prompt: LanguageModelV4Message[] = [];
  for (const [place, message] of messages.entries()) {
    if (message.role === "tool") addResult(prompt, message, names.get(message.tool_call_id) ?? "");
    else if (message.role === "assistant") prompt.push(assistantOf(message, model, names));
    else if (message.role === "system") prompt.push({ role: "system", content: contentText(message.content) });
    else prompt.push({ role: "user", content: partsOf(message.content) });
    if (marks?.has(place)) markEnd(prompt.at(-1));
  }
  return prompt;
}

/** A mark stands on the last part that holds something: an empty text cannot be marked. */
function markEnd(message: LanguageModelV4Message | undefined): void {
  if (message === undefined) return;
  const parts = message.role === "system" ? [message] : message.content;
  const last = parts.findLast((part) => !("text" in part) || part.text !== "");
  if (last !== undefined) last.providerOptions = CACHE_MARK;
}

function assistantOf(message: AssistantMessage, model: string, names: Map<string, string>): LanguageModelV4Message {
  for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
  return { role: "assistant", content: replayContent(message, model) };
}

/** The results of one step stand in one message, as providers that alternate roles want it. */
function addResult(prompt: LanguageModelV4Message[], message: ToolMessage, toolName: string): void {
  const part = resultOf(message, toolName);
  const last = prompt.at(-1);
  if (last?.role === "tool") last.content.push(part);
  else prompt.push({ role: "tool", content: [part] });
}

function resultOf({ tool_call_id, content, is_error }: ToolMessage, toolName: string): LanguageModelV4ToolResultPart {
  const about = { type: "tool-result", toolCallId: tool_call_id, toolName } as const;
  if (is_error === true) return { ...about, output: { type: "error-text", value: contentText(content) } };
  if (typeof content === "string") return { ...about, output: { type: "text", value: content } };
  return { ...about, output: { type: "content", value: content.map(partOf) } };
}

function partsOf(content: string | readonly Part[]): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content.map(partOf);
}

function partOf(part: Part): LanguageModelV4TextPart | LanguageModelV4FilePart {
  if (part.type === "text") return { type: "text", text: part.text };
  return { type: "file", mediaType: part.mediaType, data: { type: "data", data: part.data } };
}
