import { replaced } from "./remove-threads.sql.ts";
import { FORK_THREAD } from "./schema-forks.ts";

/**
 * Whose thread it is, where several users share a store. `add_owned_thread` stands beside `add_thread`, which servers
 * of the version before go on using.
 */
export const OWNERS = `
  ALTER TABLE threads ADD COLUMN owner text COLLATE "C"
  --
  CREATE INDEX threads_by_owner ON threads (owner, channel, touched) WHERE owner IS NOT NULL
  --
  CREATE FUNCTION add_owned_thread(
    p_channel text, p_chat_id text, p_title text, p_owner text, p_most float8, p_age_ms float8
  ) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    v_id bigint;
  BEGIN
    PERFORM lock_conversation(p_channel, p_chat_id);
    SELECT id INTO v_id FROM threads WHERE channel = p_channel AND chat_id = p_chat_id;
    IF v_id IS NOT NULL THEN RETURN v_id; END IF;
    v_id := add_thread(p_channel, p_chat_id, p_title, p_most, p_age_ms);
    IF p_owner IS NOT NULL THEN UPDATE threads SET owner = p_owner WHERE id = v_id; END IF;
    RETURN v_id;
  END $$
  --
  CREATE FUNCTION remove_idle_of(p_owner text, p_channel text, p_keep bigint, p_count bigint) RETURNS integer
    LANGUAGE plpgsql AS $$
  DECLARE
    v_thread record;
    v_removed integer := 0;
  BEGIN
    FOR v_thread IN
      SELECT t.channel, t.chat_id FROM threads AS t
      WHERE t.owner = p_owner AND t.channel = p_channel AND NOT t.pinned
        AND NOT EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id)
        AND NOT EXISTS (SELECT 1 FROM leases AS l WHERE l.channel = t.channel AND l.chat_id = t.chat_id)
        AND t.touched <= (SELECT u.touched FROM threads AS u WHERE u.owner = p_owner AND u.channel = p_channel
          ORDER BY u.touched DESC LIMIT 1 OFFSET p_keep)
      ORDER BY t.touched LIMIT p_count FOR UPDATE OF t SKIP LOCKED
    LOOP
      PERFORM remove_thread(v_thread.channel, v_thread.chat_id);
      v_removed := v_removed + 1;
    END LOOP;
    RETURN v_removed;
  END $$
  --
  ${replaced(FORK_THREAD)}
`;

/** Answers that counted, and who gave them: they stay when their thread is gone. */
export const ACCEPTED = `
  CREATE TABLE accepted_answers (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel text COLLATE "C" NOT NULL,
    chat_id text COLLATE "C" NOT NULL,
    approval_id text COLLATE "C" NOT NULL,
    owner text COLLATE "C",
    tool_call_id text NOT NULL,
    tool_name text NOT NULL,
    decided_by text,
    rules text,
    approve boolean NOT NULL,
    edited boolean NOT NULL,
    time bigint NOT NULL
  )
  --
  CREATE INDEX accepted_by_owner ON accepted_answers (owner, number)
`;
