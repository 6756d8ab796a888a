import type { Part } from "../result/part.ts";
import type { Message } from "./messages.ts";

/** The content of a message as parts: one text may be written as a text, or as a part. */
export function contentParts({ content }: Pick<Message, "content">): readonly Part[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
