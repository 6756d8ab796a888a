import type { Message } from "@toolwright/core";
import { eventIn, storedMessage } from "../journal/stored-event.ts";
import { optionalText, type Row } from "../rows/row.ts";

/** Stands in the row of an answer without a text, as most are that call tools: a search need not read those. */
export const SAYS_NOTHING = '"role":"assistant","content":""';

/**
 * What a person said with an event, or a model answered, from the event's row: its `body`, and as `said` the message
 * that its run began with last. Undefined for all that nobody would search for, such as a sub-agent's task. Throws
 * `corrupt` where a text is not the one that was stored.
 */
export function saidIn(row: Row): string | undefined {
  const event = eventIn(row);
  if (event.parentId !== undefined) return undefined;
  if (event.type === "assistant_message" || event.type === "steered") return textOf(event.data.message);
  const said = optionalText(row, "said");
  if (event.type !== "run_start" || said === undefined) return undefined;
  const message = storedMessage(said, row.said_hash);
  return message.role === "user" ? textOf(message) : undefined;
}

function textOf({ content }: Pick<Message, "content">): string | undefined {
  if (typeof content === "string") return content;
  const texts = content?.flatMap((part) => (part.type === "text" ? [part.text] : [])) ?? [];
  return texts.length === 0 ? undefined : texts.join("\n");
}
