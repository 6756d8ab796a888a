import { ADD_THREAD } from "./add-thread.sql.ts";
import { APPEND_EVENTS, END_APPEND } from "./append-events.sql.ts";
import { REMOVE_IDLE, REMOVE_THREAD } from "./remove-threads.sql.ts";

/**
 * What is done in the database itself, so that it takes one way there and back. Rows are locked in one order: the
 * conversation (by an advisory lock, where its thread may not be there yet), its thread, and then what hangs on it.
 */
export const FUNCTIONS = `
  CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      INSERT INTO changes (channel, chat_id) VALUES (OLD.channel, OLD.chat_id);
    ELSE
      INSERT INTO changes (channel, chat_id) VALUES (NEW.channel, NEW.chat_id);
    END IF;
    RETURN NULL;
  END $$
  --
  CREATE TRIGGER thread_made AFTER INSERT OR DELETE ON threads FOR EACH ROW EXECUTE FUNCTION note_change()
  --
  CREATE TRIGGER thread_used AFTER UPDATE ON threads FOR EACH ROW
    WHEN (OLD.touched <> NEW.touched OR OLD.title <> NEW.title) EXECUTE FUNCTION note_change()
  --
  CREATE TRIGGER lease_taken AFTER INSERT OR DELETE ON leases FOR EACH ROW EXECUTE FUNCTION note_change()
  --
  CREATE TRIGGER lease_taken_over AFTER UPDATE ON leases FOR EACH ROW
    WHEN (OLD.token <> NEW.token) EXECUTE FUNCTION note_change()
  --
  CREATE TRIGGER question_asked AFTER INSERT ON approvals FOR EACH ROW EXECUTE FUNCTION note_change()
  --
  CREATE TRIGGER question_settled AFTER UPDATE ON approvals FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION note_change()
  --
  CREATE FUNCTION number_changes(p_keep bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT 1 FROM changes WHERE number IS NULL) THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(hashtext(current_schema()), hashtext('changes'));
    UPDATE changes AS c SET number = fresh.number FROM (
      SELECT id, (SELECT coalesce(max(number), 0) FROM changes) + row_number() OVER (ORDER BY id) AS number
      FROM changes WHERE number IS NULL
    ) AS fresh WHERE c.id = fresh.id;
    DELETE FROM changes WHERE number <= (SELECT max(number) FROM changes) - p_keep;
  END $$
  --
  CREATE FUNCTION trim_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM number_changes(10000);
    RETURN NULL;
  END $$
  --
  CREATE TRIGGER changes_trimmed AFTER INSERT ON changes FOR EACH ROW
    WHEN (NEW.id % 4096 = 0) EXECUTE FUNCTION trim_changes()
  --
  CREATE FUNCTION lock_conversation(p_channel text, p_chat_id text) RETURNS void LANGUAGE sql VOLATILE AS $$
    SELECT pg_advisory_xact_lock(hashtext(current_schema()), hashtext(p_channel || chr(10) || p_chat_id))
  $$
  --
  ${REMOVE_THREAD}
  --
  ${REMOVE_IDLE}
  --
  ${ADD_THREAD}
  --
  CREATE FUNCTION take_lease(p_channel text, p_chat_id text, p_token text, p_holder text, p_ttl_ms float8, p_dead text)
    RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    v_lease record;
  BEGIN
    PERFORM lock_conversation(p_channel, p_chat_id);
    SELECT token, holder, expires_at INTO v_lease FROM leases WHERE channel = p_channel AND chat_id = p_chat_id;
    IF v_lease.token = p_token THEN RETURN NULL; END IF;
    IF v_lease.expires_at > now_ms() AND v_lease.expires_at <= now_ms() + 3600000
      AND v_lease.holder IS DISTINCT FROM p_dead THEN RETURN v_lease.holder; END IF;
    -- Whoever held it may be storing an event: it is stored before this one looks, or not at all.
    PERFORM 1 FROM threads WHERE channel = p_channel AND chat_id = p_chat_id FOR NO KEY UPDATE;
    INSERT INTO leases VALUES (p_channel, p_chat_id, p_token, p_holder, ceil(now_ms() + p_ttl_ms))
      ON CONFLICT (channel, chat_id) DO UPDATE
      SET token = excluded.token, holder = excluded.holder, expires_at = excluded.expires_at;
    RETURN NULL;
  END $$
  --
  ${END_APPEND}
  --
  ${APPEND_EVENTS}
`;
