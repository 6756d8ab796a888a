import type { JournalEvent, Message } from "@toolwright/core";
import { storedJson } from "../rows/row.ts";

/** An event as it is stored, and the message that its run began with last. */
export interface StoredWords {
  readonly body: string;
  readonly said: string | undefined;
}

/**
 * What a person said with an event, or a model answered; undefined for all that nobody would search for, such as a
 * sub-agent's task.
 */
export function saidIn({ body, said }: StoredWords): string | undefined {
  const event: JournalEvent = storedJson(body);
  if (event.parentId !== undefined) return undefined;
  if (event.type === "assistant_message" || event.type === "steered") return textOf(event.data.message);
  if (event.type !== "run_start" || said === undefined) return undefined;
  const message: Message = storedJson(said);
  return message.role === "user" ? textOf(message) : undefined;
}

function textOf({ content }: Pick<Message, "content">): string | undefined {
  if (typeof content === "string") return content;
  const texts = content?.flatMap((part) => (part.type === "text" ? [part.text] : [])) ?? [];
  return texts.length === 0 ? undefined : texts.join("\n");
}
