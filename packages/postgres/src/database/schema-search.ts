/** What people keep at hand and put away, and the words of what was said, which are written when somebody searches. */
export const SEARCH = `
  ALTER TABLE threads ADD COLUMN pinned boolean NOT NULL DEFAULT false, ADD COLUMN archived boolean NOT NULL DEFAULT false,
    ADD COLUMN searched_seq bigint NOT NULL DEFAULT 0, ADD COLUMN searched_title text
  --
  CREATE INDEX threads_pinned ON threads (channel, touched) WHERE pinned
  --
  CREATE TABLE said (
    thread bigint NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    seq bigint NOT NULL,
    words tsvector NOT NULL,
    PRIMARY KEY (thread, seq)
  )
  --
  CREATE INDEX said_by_word ON said USING gin (words)
  --
  DROP TRIGGER thread_used ON threads
  --
  CREATE TRIGGER thread_used AFTER UPDATE ON threads FOR EACH ROW
    WHEN (OLD.touched <> NEW.touched OR OLD.title <> NEW.title OR OLD.pinned <> NEW.pinned OR OLD.archived <> NEW.archived)
    EXECUTE FUNCTION note_change()
  --
  CREATE OR REPLACE FUNCTION remove_idle(p_channel text, p_before bigint, p_keep bigint, p_count bigint) RETURNS integer
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
  END $$
`;
