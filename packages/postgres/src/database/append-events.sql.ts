/**
 * Stores events of any number of conversations, in one way there and back, and one commit. One that is refused takes none of the others
 * with it. Texts come packed in one string of bytes, which needs no quoting: `p_sizes` says where one ends.
 */
export const APPEND_EVENTS = `CREATE FUNCTION append_events(
    p_channels text[], p_chat_ids text[], p_threads bigint[], p_tokens text[], p_again boolean[],
    p_afters bigint[], p_seqs bigint[], p_kinds text[], p_abouts text[],
    p_input_tokens bigint[], p_output_tokens bigint[], p_costs float8[],
    p_sizes integer[], p_bodies bytea,
    p_message_counts integer[], p_message_hashes text[], p_message_sizes integer[], p_messages bytea,
    p_conversation_bytes float8, p_most_threads float8, p_thread_age_ms float8
  ) RETURNS TABLE (thread bigint, problem text, place bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    v_thread record;
    v_id bigint;
    v_body text;
    v_bytes bigint;
    v_ids bigint[];
    v_at integer := 1;
    v_message integer := 0;
    v_message_at integer := 1;
    v_message_end integer;
  BEGIN
    FOR i IN 1 .. cardinality(p_seqs) LOOP
      v_body := convert_from(substring(p_bodies FROM v_at FOR p_sizes[i]), 'UTF8');
      v_at := v_at + p_sizes[i];
      v_message_end := v_message + p_message_counts[i];
      problem := NULL;
      place := NULL;

      IF p_threads[i] IS NULL THEN
        SELECT id, last_seq, bytes INTO v_thread FROM threads
          WHERE channel = p_channels[i] AND chat_id = p_chat_ids[i] FOR NO KEY UPDATE;
        IF NOT FOUND THEN
          PERFORM lock_conversation(p_channels[i], p_chat_ids[i]);
          SELECT id, last_seq, bytes INTO v_thread FROM threads
            WHERE channel = p_channels[i] AND chat_id = p_chat_ids[i] FOR NO KEY UPDATE;
        END IF;
      ELSE
        SELECT id, last_seq, bytes INTO v_thread FROM threads WHERE id = p_threads[i] FOR NO KEY UPDATE;
      END IF;
      v_id := v_thread.id;

      IF p_again[i] AND EXISTS (
        SELECT 1 FROM events AS e WHERE e.thread = v_id AND e.seq = p_seqs[i] AND e.body = v_body
      ) THEN
        problem := 'stored';
      ELSIF p_tokens[i] IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM leases AS l WHERE l.channel = p_channels[i] AND l.chat_id = p_chat_ids[i] AND l.token = p_tokens[i]
      ) THEN
        problem := 'lease_lost';
      ELSIF v_id IS NULL AND p_threads[i] IS NOT NULL THEN
        problem := 'deleted';
      ELSIF coalesce(v_thread.last_seq, 0) <> coalesce(p_afters[i], v_thread.last_seq, 0) THEN
        problem := 'conflict';
        place := coalesce(v_thread.last_seq, 0);
      ELSIF p_seqs[i] <= v_thread.last_seq THEN
        problem := 'order';
        place := v_thread.last_seq;
      ELSE
        SELECT octet_length(v_body) + 4 * p_message_counts[i] + coalesce(sum(p_message_sizes[n]), 0) INTO v_bytes
          FROM generate_series(v_message + 1, v_message_end) AS n
          WHERE NOT EXISTS (SELECT 1 FROM messages AS m WHERE m.thread = v_id AND m.hash = p_message_hashes[n]);
        IF coalesce(v_thread.bytes, 0) + v_bytes > p_conversation_bytes THEN
          problem := 'conversation';
        ELSIF v_id IS NULL THEN
          v_id := add_thread(p_channels[i], p_chat_ids[i], '', p_most_threads, p_thread_age_ms);
          IF v_id IS NULL THEN problem := 'threads'; END IF;
        END IF;
      END IF;

      IF problem IS NULL THEN
        v_ids := NULL;
        IF p_kinds[i] IN ('run', 'nested') THEN
          INSERT INTO messages (thread, hash, body)
            SELECT v_id, packed.hash, convert_from(substring(p_messages FROM packed.at FOR packed.size), 'UTF8') FROM (
              SELECT p_message_hashes[n] AS hash, p_message_sizes[n] AS size,
                v_message_at + sum(p_message_sizes[n]) OVER (ORDER BY n)::integer - p_message_sizes[n] AS at
              FROM generate_series(v_message + 1, v_message_end) AS n
            ) AS packed
            WHERE NOT EXISTS (SELECT 1 FROM messages AS m WHERE m.thread = v_id AND m.hash = packed.hash)
            ON CONFLICT DO NOTHING;
          SELECT coalesce(array_agg(m.id ORDER BY n), '{}') INTO v_ids
            FROM generate_series(v_message + 1, v_message_end) AS n
            JOIN messages AS m ON m.thread = v_id AND m.hash = p_message_hashes[n];
        END IF;
        INSERT INTO events (thread, seq, body, input) VALUES (v_id, p_seqs[i], v_body, v_ids);
        IF p_kinds[i] = 'run' THEN
          INSERT INTO open_runs (thread, run_id) VALUES (v_id, p_abouts[i]) ON CONFLICT DO NOTHING;
          INSERT INTO runs (thread, seq, run_id) VALUES (v_id, p_seqs[i], p_abouts[i]) ON CONFLICT DO NOTHING;
        ELSIF p_kinds[i] = 'done' THEN
          DELETE FROM open_runs AS o WHERE o.thread = v_id AND o.run_id = p_abouts[i];
          UPDATE runs AS r SET input_tokens = p_input_tokens[i], output_tokens = p_output_tokens[i], cost_usd = p_costs[i]
            WHERE r.thread = v_id AND r.run_id = p_abouts[i];
        ELSIF p_kinds[i] = 'decision' THEN
          UPDATE approvals AS a SET decision = NULL WHERE a.approval_id = p_abouts[i];
        END IF;
        IF p_kinds[i] IN ('run', 'done', 'use') THEN
          UPDATE threads SET last_seq = p_seqs[i], bytes = bytes + v_bytes, updated_at = now_ms(), touched = nextval('uses'),
            run_seq = CASE p_kinds[i] WHEN 'run' THEN p_seqs[i] ELSE run_seq END WHERE id = v_id;
        ELSE
          UPDATE threads SET last_seq = p_seqs[i], bytes = bytes + v_bytes WHERE id = v_id;
        END IF;
      END IF;

      v_message_at := v_message_at
        + coalesce((SELECT sum(p_message_sizes[n]) FROM generate_series(v_message + 1, v_message_end) AS n), 0)::integer;
      v_message := v_message_end;
      thread := v_id;
      RETURN NEXT;
    END LOOP;
  END $$`;
