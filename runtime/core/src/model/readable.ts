import { fileLine, isFilePart } from "../result/file-part.ts";
import type { Part } from "../result/part.ts";
import type { Message } from "./messages.ts";

/** What a model takes that says nothing of it. */
const IMAGES: readonly string[] = ["image/*"];

/**
 * Messages as a model reads them that takes parts of these media types: in the place of each other part stands a line
 * that says what it is. The same list where there is none.
 */
export function readable(messages: readonly Message[], takes: readonly string[] = IMAGES): readonly Message[] {
  const isTaken = (part: Part) => part.type === "text" || isRead(part, takes);
  const isWhole = ({ content }: Message) => typeof content === "string" || content.every(isTaken);
  if (messages.every(isWhole)) return messages;
  return messages.map((message) => {
    const { content } = message;
    if (message.role === "assistant" || typeof content === "string" || content.every(isTaken)) return message;
    return { ...message, content: content.map((part) => (isTaken(part) ? part : notRead(part))) };
  });
}

/** Whether a model that takes these media types is given a part of this one. */
export function isRead(part: Exclude<Part, { type: "text" }>, takes: readonly string[]): boolean {
  return part.data !== undefined && takesType(takes, part.mediaType);
}

function takesType(takes: readonly string[], mediaType: string): boolean {
  const type = plainType(mediaType);
  return takes.some((one) => one === type || (one.endsWith("/*") && type.startsWith(one.slice(0, -1))));
}

/** A media type under its usual name, without parameters. */
export function plainType(mediaType: string): string {
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return OTHER_NAMES.get(type) ?? type;
}

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["audio/mp3", "audio/mpeg"],
  ["audio/x-mp3", "audio/mpeg"],
  ["audio/wave", "audio/wav"],
  ["audio/x-wav", "audio/wav"],
  ["audio/vnd.wave", "audio/wav"],
  ["application/x-pdf", "application/pdf"],
]);

function notRead(part: Part): Part {
  if (part.type === "image") return { type: "text", text: `[image ${plainType(part.mediaType)}, ${NOT_READ}]` };
  if (!isFilePart(part)) return part;
  return { type: "text", text: fileLine(part, part.data === undefined ? ", too large to be shown" : `, ${NOT_READ}`) };
}

const NOT_READ = "which this model cannot read: convert it with a program, or ask a person";
