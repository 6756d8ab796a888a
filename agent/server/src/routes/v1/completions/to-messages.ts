import type { Message, Part } from "@toolwright/core";
import type { CompletionBody, CompletionMessage } from "./completion-body.ts";

/** The messages of a request as the loop takes them, or one sentence that says why they cannot be taken. */
export function toMessages({ messages }: CompletionBody): readonly Message[] | string {
  const calls = new Set<string>();
  const open = new Set<string>();
  const taken: Message[] = [];
  for (const message of messages) {
    const wrong = wrongId(message, calls, open);
    if (wrong !== undefined) return wrong;
    const converted = toMessage(message);
    if (converted === undefined) return "Images must be data URLs in base64.";
    taken.push(converted);
  }
  return taken;
}

/** Every call has an id of its own, and every tool message answers one call that came before and has no answer yet. */
function wrongId(message: CompletionMessage, calls: Set<string>, open: Set<string>): string | undefined {
  if (message.role === "assistant") {
    for (const { id } of message.tool_calls ?? []) {
      if (calls.has(id)) return "Two tool calls have the same id.";
      calls.add(id);
      open.add(id);
    }
  }
  if (message.role === "tool" && !open.delete(message.tool_call_id)) {
    return "A tool message answers no call, or one that was answered before.";
  }
  return undefined;
}

function toMessage(message: CompletionMessage): Message | undefined {
  if (message.role === "assistant") return toAssistant(message);
  const content = toContent(message.content);
  if (content === undefined) return undefined;
  if (message.role === "tool") return { role: "tool", tool_call_id: message.tool_call_id, content };
  return { role: message.role === "user" ? "user" : "system", content };
}

function toAssistant(message: Extract<CompletionMessage, { role: "assistant" }>): Message {
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => {
    return { id, type: "function", function: { name, arguments: args } } as const;
  });
  const parts = typeof message.content === "string" ? [message.content] : (message.content ?? []).map(saidIn);
  const content = parts.join("");
  return calls.length === 0 ? { role: "assistant", content } : { role: "assistant", content, tool_calls: calls };
}

function saidIn(part: { readonly text?: unknown; readonly refusal?: unknown } | string): string {
  if (typeof part === "string") return part;
  return String(part.text ?? part.refusal ?? "");
}

const IMAGE = /^data:(image\/[a-z+.-]{1,40});base64,([A-Za-z0-9+/]+={0,2})$/;

type CompletionContent = Exclude<CompletionMessage, { role: "assistant" }>["content"];

function toContent(content: CompletionContent): string | readonly Part[] | undefined {
  if (typeof content === "string") return content;
  const parts: Part[] = [];
  for (const part of content) {
    const taken = part.type === "text" ? ({ type: "text", text: part.text } as const) : imageOf(part.image_url.url);
    if (taken === undefined) return undefined;
    parts.push(taken);
  }
  return parts;
}

/** An image that a request brings with it; undefined for one that would have to be fetched. */
export function imageOf(url: string): Part | undefined {
  const [, mediaType, data] = IMAGE.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { type: "image", mediaType, data };
}
