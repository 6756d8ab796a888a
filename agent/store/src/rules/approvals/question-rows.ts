/** Questions with the owner of their thread, for every store. */
export const SELECT_QUESTION = `SELECT a.*, t.owner FROM approvals AS a
  LEFT JOIN threads AS t ON t.channel = a.channel AND t.chat_id = a.chat_id`;

/** The owner of the thread that an entry of the audit is about, as long as that is there. */
export const OWNER_OF_AUDIT = `(SELECT t.owner FROM threads AS t
  WHERE t.channel = approval_audit.channel AND t.chat_id = approval_audit.chat_id)`;
