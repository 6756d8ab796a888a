import type { Conversation } from "@toolwright/core";
import { numberOf, optionalText, textOf, threadStatus } from "@toolwright/durable/adapter";
import type { Thread } from "@toolwright/durable/store";
import type { Row } from "../database/database.ts";
import { givenText } from "../database/stored-text.ts";
import { isHeld, seenIn } from "../leases/holding.ts";

/** The columns of a {@link Thread}. */
export const SELECT_THREAD = `SELECT t.*, l.holder, l.expires_at, now_ms() AS now,
    EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id) AS is_open,
    EXISTS (SELECT 1 FROM approvals AS a WHERE a.channel = t.channel AND a.chat_id = t.chat_id
      AND a.state = 'pending' AND (a.expires_at IS NULL OR a.expires_at > now_ms())) AS is_asking
  FROM threads AS t LEFT JOIN leases AS l ON l.channel = t.channel AND l.chat_id = t.chat_id`;

/** A thread from its row. */
export function threadOf(row: Row): Thread {
  return {
    conversation: conversationOf(row),
    title: givenText(textOf(row, "title")),
    createdAt: numberOf(row, "created_at"),
    updatedAt: numberOf(row, "updated_at"),
    status: threadStatus({ isOpen: row.is_open === true, isAsking: row.is_asking === true, isHeld: isRowHeld(row) }),
    lastSeq: numberOf(row, "last_seq"),
    ...forkedFromOf(row),
    ...(row.pinned === true && { pinned: true }),
    ...(row.archived === true && { archived: true }),
  };
}

function forkedFromOf(row: Row): Pick<Thread, "forkedFrom"> {
  const channel = optionalText(row, "forked_channel");
  if (channel === undefined) return {};
  const conversation = { channel: givenText(channel), chatId: givenText(textOf(row, "forked_chat_id")) };
  return { forkedFrom: { conversation, seq: numberOf(row, "forked_seq") } };
}

/** Whether a living process holds its lease. */
export function isRowHeld(row: Row): boolean {
  return row.holder !== null && isHeld(seenIn(row));
}

export function conversationOf(row: Row): Conversation {
  return { channel: givenText(textOf(row, "channel")), chatId: givenText(textOf(row, "chat_id")) };
}
