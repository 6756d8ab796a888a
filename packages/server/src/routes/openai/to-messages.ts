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
  const content = message.content == null ? "" : toContent(message.content);
  if (content === undefined) return undefined;
  if (message.role === "tool") return { role: "tool", tool_call_id: message.tool_call_id, content };
  if (message.role !== "assistant") return { role: message.role === "user" ? "user" : "system", content };
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => {
    return { id, type: "function", function: { name, arguments: args } } as const;
  });
  const said =
    typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return calls.length === 0
    ? { role: "assistant", content: said }
    : { role: "assistant", content: said, tool_calls: calls };
}

const IMAGE = /^data:(image\/[a-z+.-]{1,40});base64,([A-Za-z0-9+/]+={0,2})$/;

function toContent(content: NonNullable<CompletionMessage["content"]>): string | readonly Part[] | undefined {
  if (typeof content === "string") return content;
  const parts: Part[] = [];
  for (const part of content) {
    if (part.type === "text") {
      parts.push({ type: "text", text: part.text });
      continue;
    }
    const [, mediaType, data] = IMAGE.exec(part.image_url.url) ?? [];
    if (mediaType === undefined || data === undefined) return undefined;
    parts.push({ type: "image", mediaType, data });
  }
  return parts;
}
