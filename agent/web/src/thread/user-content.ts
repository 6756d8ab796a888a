import type { UserThreadMessage } from "@toolwright/view/internal";

/** What a user says: a text, or texts and images. */
export type UserContent = UserThreadMessage["content"];

/** What a user sends. What is left out is as it was in the thread before; null is what is usual, and all tools. */
export interface NewMessage {
  readonly content: UserContent;
  readonly model?: string | null;
  readonly effort?: string | null;
  readonly mode?: string | null;
  readonly activeTools?: readonly string[] | null;
}

/** A part of a message as assistant-ui has it; others than texts and images are nothing that a user says. */
interface ShownPart {
  readonly type: string;
  readonly text?: string;
  readonly image?: string;
}

const IMAGE = /^data:(image\/[a-z]+);base64,(.*)$/s;

/** The text and the images of a message as assistant-ui has it; one text alone stays a text. */
export function userContent(parts: readonly ShownPart[]): UserContent {
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text ?? ""] : [])).join("\n");
  const images = parts.flatMap((part) => {
    const [, mediaType, data] = part.type === "image" ? (IMAGE.exec(part.image ?? "") ?? []) : [];
    return mediaType === undefined || data === undefined ? [] : [{ type: "image" as const, mediaType, data }];
  });
  if (images.length === 0) return text;
  return [...(text === "" ? [] : [{ type: "text" as const, text }]), ...images];
}

/** The texts of what a user said, without the images. */
export function userText(content: UserContent): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** The same with another text. */
export function withText(content: UserContent, text: string): UserContent {
  if (typeof content === "string") return text;
  return [...(text === "" ? [] : [{ type: "text" as const, text }]), ...content.filter(({ type }) => type !== "text")];
}

/** The same as the server takes it: images as data addresses. */
export function sentContent(content: UserContent) {
  return typeof content === "string" ? content : content.map(sentPart);
}

function sentPart(part: Exclude<UserContent, string>[number]) {
  if (part.type === "text") return part;
  if (part.type !== "image") return { type: "text", text: `[${part.name ?? part.type}, ${part.mediaType}]` };
  return { type: "image", image: `data:${part.mediaType};base64,${part.data}` };
}
