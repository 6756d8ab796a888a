import type { CompletionStreamParams, Message, Part } from "@toolwright/core";
import { fileLine, readable } from "@toolwright/core/internal";

/** Where a model may be given what is no text. */
export interface PartPlaces {
  /** The media types that the model reads and its wire format has a form for. */
  readonly takes: readonly string[];
  /** Whether the format has a place for such an image or file in a result. */
  readonly inResults: (mediaType: string) => boolean;
}

/**
 * A request as its model may be given it: a line in the place of each part that it does not take, and images and files
 * that may not stand in a result in a message below the results of their step.
 */
export function placeParts<P extends CompletionStreamParams>(params: P, { takes, inResults }: PartPlaces): P {
  const messages = readable(params.messages, takes);
  const mayStay = (part: Part) => part.type === "text" || inResults(part.mediaType);
  const placed: Message[] = [];
  let below: Part[] = [];
  for (const [place, message] of messages.entries()) {
    placed.push(message.role === "tool" ? withoutFiles(message, mayStay) : message);
    if (message.role === "tool") below.push(...partsOf(message).filter((part) => !mayStay(part)));
    if (below.length === 0 || messages[place + 1]?.role === "tool") continue;
    placed.push({ role: "user", content: [BELOW, ...below] });
    below = [];
  }
  const isSame = messages === params.messages && placed.every((message, place) => message === messages[place]);
  return isSame ? params : { ...params, messages: placed };
}

const BELOW = { type: "text", text: "[The files that the tools above returned:]" } as const;

function partsOf({ content }: Message): readonly Part[] {
  return typeof content === "string" ? [] : content;
}

function withoutFiles(message: Extract<Message, { role: "tool" }>, mayStay: (part: Part) => boolean): Message {
  const { content } = message;
  if (typeof content === "string" || content.every(mayStay)) return message;
  return { ...message, content: content.map((part) => (part.type === "text" || mayStay(part) ? part : named(part))) };
}

function named(part: Exclude<Part, { type: "text" }>): Part {
  const file = part.type === "image" ? { type: "file" as const, mediaType: part.mediaType, data: part.data } : part;
  return { type: "text", text: fileLine(file, ", in the message below the results") };
}
