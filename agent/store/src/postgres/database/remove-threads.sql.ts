/** Removes a thread with all that is its own. */
export const REMOVE_THREAD = `CREATE FUNCTION remove_thread(p_channel text, p_chat_id text) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    v_id bigint;
    v_bytes bigint;
  BEGIN
    SELECT id INTO v_id FROM threads WHERE channel = p_channel AND chat_id = p_chat_id FOR UPDATE;
    DELETE FROM approvals WHERE channel = p_channel AND chat_id = p_chat_id;
    DELETE FROM leases WHERE channel = p_channel AND chat_id = p_chat_id;
    DELETE FROM output_readers WHERE channel = p_channel AND chat_id = p_chat_id;
    -- What a fork can still read becomes that fork's.
    UPDATE outputs AS o SET channel = r.channel, chat_id = r.chat_id FROM (
      SELECT DISTINCT ON (output) output, channel, chat_id FROM output_readers ORDER BY output
    ) AS r WHERE r.output = o.number AND o.channel = p_channel AND o.chat_id = p_chat_id;
    WITH gone AS (DELETE FROM outputs WHERE channel = p_channel AND chat_id = p_chat_id RETURNING bytes + 256 AS bytes)
      SELECT sum(bytes) INTO v_bytes FROM gone;
    IF v_bytes > 0 THEN UPDATE output_total SET bytes = bytes - v_bytes; END IF;
    IF v_id IS NULL THEN RETURN false; END IF;
    DELETE FROM events WHERE thread = v_id;
    DELETE FROM messages WHERE thread = v_id;
    DELETE FROM open_runs WHERE thread = v_id;
    DELETE FROM runs WHERE thread = v_id;
    DELETE FROM threads WHERE id = v_id;
    RETURN true;
  END $$`;

/** Removes idle threads, least recently used first, and says how many. */
export const REMOVE_IDLE = `CREATE FUNCTION remove_idle(p_channel text, p_before bigint, p_keep bigint, p_count bigint) RETURNS integer
    LANGUAGE plpgsql AS $$
  DECLARE
    v_thread record;
    v_removed integer := 0;
  BEGIN
    FOR v_thread IN
      SELECT t.channel, t.chat_id FROM threads AS t
      WHERE NOT t.pinned AND NOT EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id)
        AND NOT EXISTS (SELECT 1 FROM leases AS l WHERE l.channel = t.channel AND l.chat_id = t.chat_id)
        AND (p_channel IS NULL OR t.channel = p_channel)
        AND (p_before IS NULL OR t.updated_at < p_before)
        AND (p_keep IS NULL OR t.touched <= (SELECT u.touched FROM threads AS u WHERE u.channel = p_channel
          ORDER BY u.touched DESC LIMIT 1 OFFSET p_keep))
      ORDER BY t.touched LIMIT p_count FOR UPDATE OF t SKIP LOCKED
    LOOP
      PERFORM remove_thread(v_thread.channel, v_thread.chat_id);
      v_removed := v_removed + 1;
    END LOOP;
    RETURN v_removed;
  END $$`;

/** The same in the place of an earlier form. A function names tables only when it runs: it may be made before them. */
export function replaced(create: string): string {
  return create.replace("CREATE", "CREATE OR REPLACE");
}
