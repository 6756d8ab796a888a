/** How the database says that a limit has archived threads: a listener to its notices counts them. */
export const ARCHIVED_NOTICE = "toolwright: threads archived: ";

/**
 * The number of a conversation's thread, which is made where there is none. NULL: there are too many, and none of them
 * is idle.
 */
export const ADD_THREAD = `CREATE FUNCTION add_thread(p_channel text, p_chat_id text, p_title text, p_most float8, p_age_ms float8)
    RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    v_id bigint;
    v_now bigint := now_ms();
    v_surplus bigint;
    v_archived integer;
  BEGIN
    PERFORM lock_conversation(p_channel, p_chat_id);
    SELECT id INTO v_id FROM threads WHERE channel = p_channel AND chat_id = p_chat_id;
    IF v_id IS NOT NULL THEN RETURN v_id; END IF;
    IF p_age_ms < 'Infinity' THEN PERFORM remove_idle(NULL, v_now - p_age_ms::bigint, NULL, 100); END IF;
    IF p_most < 'Infinity' THEN
      SELECT count(*) + 1 - p_most INTO v_surplus FROM threads WHERE NOT archived;
      IF v_surplus > 0 THEN
        UPDATE threads SET archived = true WHERE id IN (
          SELECT t.id FROM threads AS t WHERE NOT t.archived AND NOT t.pinned
            AND NOT EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id)
            AND NOT EXISTS (SELECT 1 FROM leases AS l WHERE l.channel = t.channel AND l.chat_id = t.chat_id)
          ORDER BY t.touched LIMIT least(v_surplus, 100) FOR UPDATE OF t SKIP LOCKED
        );
        GET DIAGNOSTICS v_archived = ROW_COUNT;
        IF v_archived = 0 THEN RETURN NULL; END IF;
        RAISE WARNING '${ARCHIVED_NOTICE}%', v_archived;
      END IF;
    END IF;
    INSERT INTO threads (channel, chat_id, title, created_at, updated_at, touched)
      VALUES (p_channel, p_chat_id, p_title, v_now, v_now, nextval('uses')) RETURNING id INTO v_id;
    RETURN v_id;
  END $$`;
