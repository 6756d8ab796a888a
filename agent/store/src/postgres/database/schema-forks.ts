import { REMOVE_THREAD, replaced } from "./remove-threads.sql.ts";

/**
 * The messages of a fork have the order of those that they are copies of: each one's place among them says which it is.
 * One by one, a history that is long in every run took the square of its length.
 */
const COPY_EVENTS = `    INSERT INTO events (thread, seq, body, input) SELECT v_id, e.seq, e.body, CASE WHEN e.input IS NOT NULL THEN ARRAY(
        SELECT copies.mine[width_bucket(named.id, copies.theirs)]
        FROM unnest(e.input) WITH ORDINALITY AS named(id, place) ORDER BY named.place
      ) END FROM events AS e CROSS JOIN (
        SELECT array_agg(theirs.id ORDER BY theirs.id) AS theirs, array_agg(mine.id ORDER BY theirs.id) AS mine
        FROM messages AS theirs JOIN messages AS mine ON mine.thread = v_id AND mine.hash = theirs.hash
        WHERE theirs.thread = v_source.id
      ) AS copies WHERE e.thread = v_source.id AND e.seq < v_end;
`;

/** Makes a fork of a conversation, which begins with whole runs. */
export const FORK_THREAD = `  CREATE FUNCTION fork_thread(
    p_channel text, p_chat_id text, p_fork text, p_title text, p_before text, p_after text, p_most float8, p_age_ms float8
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    v_source record;
    v_known record;
    v_id bigint;
    v_open bigint;
    v_seq bigint;
    v_end bigint;
  BEGIN
    PERFORM lock_conversation(p_channel, p_fork);
    SELECT forked_channel, forked_chat_id INTO v_known FROM threads WHERE channel = p_channel AND chat_id = p_fork;
    IF FOUND THEN
      RETURN CASE WHEN v_known.forked_channel = p_channel AND v_known.forked_chat_id = p_chat_id THEN 'made' ELSE 'taken' END;
    END IF;
    -- It may be written to meanwhile, and cannot go.
    PERFORM 1 FROM threads WHERE channel = p_channel AND chat_id = p_chat_id FOR KEY SHARE;
    IF NOT FOUND THEN RETURN 'unknown'; END IF;
    -- Each statement sees a moment of its own: by two, a run that ends between them would be cut in its middle.
    SELECT t.id, t.title, t.owner, t.settings, t.first_said, coalesce(
        (SELECT min(r.seq) FROM open_runs AS o JOIN runs AS r ON r.thread = o.thread AND r.run_id = o.run_id
          WHERE o.thread = t.id), t.last_seq + 1) AS open_seq
      INTO v_source FROM threads AS t WHERE t.channel = p_channel AND t.chat_id = p_chat_id;
    v_open := v_source.open_seq;
    v_end := v_open;
    IF coalesce(p_before, p_after) IS NOT NULL THEN
      SELECT seq INTO v_seq FROM runs WHERE thread = v_source.id AND run_id = coalesce(p_before, p_after);
      IF NOT FOUND THEN RETURN 'unknown'; END IF;
      IF p_after IS NULL THEN
        v_end := least(v_seq, v_open);
      ELSIF v_seq >= v_open THEN
        RETURN 'open';
      ELSE
        SELECT least(min(seq), v_open) INTO v_end FROM runs WHERE thread = v_source.id AND seq > v_seq;
      END IF;
    END IF;

    -- What has an open run is never pushed out: so it cannot be the one that makes room.
    INSERT INTO open_runs (thread, run_id) VALUES (v_source.id, 'fork ' || p_fork);
    v_id := add_thread(p_channel, p_fork, coalesce(p_title, CASE WHEN v_end > 1 THEN v_source.title ELSE '' END), p_most, p_age_ms);
    DELETE FROM open_runs WHERE thread = v_source.id AND run_id = 'fork ' || p_fork;
    IF v_id IS NULL THEN RETURN 'threads'; END IF;

    INSERT INTO messages (thread, hash, body) SELECT v_id, m.hash, m.body FROM messages AS m WHERE m.thread = v_source.id
      AND m.id <= (SELECT max(named.id) FROM events AS e, unnest(e.input) AS named(id)
        WHERE e.thread = v_source.id AND e.seq < v_end);
${COPY_EVENTS}    INSERT INTO runs (thread, seq, run_id, thumb, note, rated_at)
      SELECT v_id, seq, run_id, thumb, note, rated_at FROM runs WHERE thread = v_source.id AND seq < v_end;
    INSERT INTO output_readers (channel, chat_id, output)
      SELECT p_channel, p_fork, number FROM outputs WHERE channel = p_channel AND chat_id = p_chat_id
      UNION SELECT p_channel, p_fork, output FROM output_readers WHERE channel = p_channel AND chat_id = p_chat_id;
    SELECT coalesce(max(seq), 0) INTO v_seq FROM events WHERE thread = v_id;
    UPDATE threads SET last_seq = v_seq, forked_seq = v_seq, forked_channel = p_channel, forked_chat_id = p_chat_id,
      owner = v_source.owner, settings = v_source.settings,
      first_said = CASE WHEN EXISTS (SELECT 1 FROM runs WHERE thread = v_id) THEN v_source.first_said END,
      run_seq = (SELECT coalesce(max(seq), 0) FROM runs WHERE thread = v_id),
      bytes = (SELECT coalesce(sum(octet_length(body) + 4 * coalesce(cardinality(input), 0)), 0) FROM events WHERE thread = v_id)
        + (SELECT coalesce(sum(octet_length(body)), 0) FROM messages WHERE thread = v_id)
      WHERE id = v_id;
    RETURN 'made';
  END $$`;

/** What came with forks. Functions that had to learn of them are replaced. */
export const FORKS = `
  ALTER TABLE threads ADD COLUMN forked_channel text COLLATE "C", ADD COLUMN forked_chat_id text COLLATE "C",
    ADD COLUMN forked_seq bigint
  --
  CREATE TABLE output_readers (
    channel text COLLATE "C" NOT NULL,
    chat_id text COLLATE "C" NOT NULL,
    output bigint NOT NULL REFERENCES outputs (number) ON DELETE CASCADE,
    PRIMARY KEY (channel, chat_id, output)
  )
  --
  CREATE INDEX output_readers_by_output ON output_readers (output)
  --
  ${replaced(REMOVE_THREAD)}
  --
${FORK_THREAD}
`;
