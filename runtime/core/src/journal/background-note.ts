import type { Message } from "../model/messages.ts";

/** How a model is told of a result that came from the background. */
export function backgroundNote(toolName: string, toolCallId: string, text: string): Message {
  return { role: "user", content: `${heading(toolName, toolCallId)}${text}` };
}

/** True for a note about this call. */
export function isNoteOf(note: Message, toolName: string, toolCallId: string): boolean {
  return typeof note.content === "string" && note.content.startsWith(heading(toolName, toolCallId));
}

function heading(toolName: string, toolCallId: string): string {
  return `[Background result of ${toolName}, call ${toolCallId}]\n`;
}
