import { fileLine, isFilePart } from "../result/file-part.ts";
import type { Part } from "../result/part.ts";
import type { Message } from "./messages.ts";
import { isReadable, isTaken, plainType } from "./taken.ts";

/**
 * Messages as a model reads them that takes parts of these media types: in the place of each other part stands a line
 * that says what it is. The same list where there is none.
 */
export function readable(messages: readonly Message[], takes?: readonly string[]): readonly Message[] {
  if (messages.every((message) => isReadable(message, takes))) return messages;
  return messages.map((message) => {
    const { role, content } = message;
    if (role === "assistant" || typeof content === "string" || isReadable(message, takes)) return message;
    return { ...message, content: content.map((part) => (isTaken(part, takes) ? part : notRead(part))) };
  });
}

function notRead(part: Part): Part {
  if (part.type === "image") return { type: "text", text: `[image ${plainType(part.mediaType)}, ${NOT_READ}]` };
  if (!isFilePart(part)) return part;
  return { type: "text", text: fileLine(part, part.data === undefined ? ", too large to be shown" : `, ${NOT_READ}`) };
}

const NOT_READ = "which this model cannot read: convert it with a program, or ask a person";
