/**
 * Stores events of any number of conversations, in one way there and back, and one commit. One that is refused takes
 * none of the others with it. The events of one conversation stand together: its thread is locked once, and written
 * once. Texts come packed in one string of bytes, which needs no quoting: `p_sizes` says where one ends. Of
 * `p_said_tokens` three belong to each event: cached, written to the cache, of reasoning.
 */
export const APPEND_EVENTS = `CREATE FUNCTION append_events(
    p_channels text[], p_chat_ids text[], p_threads bigint[], p_tokens text[], p_again boolean,
    p_afters bigint[], p_seqs bigint[], p_kinds text[], p_abouts text[], p_firsts text[],
    p_request_keys text[], p_request_hashes text[],
    p_input_tokens bigint[], p_output_tokens bigint[], p_costs float8[], p_said_tokens bigint[],
    p_sizes integer[], p_bodies bytea,
    p_message_counts integer[], p_message_hashes text[], p_message_sizes integer[], p_messages bytea,
    p_conversation_bytes float8, p_most_threads float8, p_thread_age_ms float8
  ) RETURNS TABLE (thread bigint, problem text, place bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    v_thread record;
    v_id bigint;
    v_last bigint;
    v_total bigint;
    v_run_seq bigint;
    v_first text;
    v_is_used boolean := false;
    v_is_written boolean := false;
    v_checked text;
    v_holds boolean;
    v_body text;
    v_bytes bigint;
    v_ids bigint[];
    v_at integer := 1;
    v_message integer := 0;
    v_message_at integer := 1;
    v_message_size integer;
    v_message_end integer;
    v_counted bigint;
    v_said bigint[];
  BEGIN
    FOR i IN 1 .. cardinality(p_seqs) LOOP
      v_body := convert_from(substring(p_bodies FROM v_at FOR p_sizes[i]), 'UTF8');
      v_at := v_at + p_sizes[i];
      v_message_end := v_message + p_message_counts[i];
      v_message_size := 0;
      IF v_message_end > v_message THEN
        SELECT sum(p_message_sizes[n]) INTO v_message_size FROM generate_series(v_message + 1, v_message_end) AS n;
      END IF;
      problem := NULL;
      place := NULL;

      IF i = 1 OR p_channels[i] <> p_channels[i - 1] OR p_chat_ids[i] <> p_chat_ids[i - 1]
        OR p_threads[i] IS DISTINCT FROM p_threads[i - 1]
      THEN
        IF v_is_written THEN PERFORM end_append(v_id, v_last, v_total, v_run_seq, v_first, v_is_used); END IF;
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
        v_last := coalesce(v_thread.last_seq, 0);
        v_total := coalesce(v_thread.bytes, 0);
        v_run_seq := NULL;
        v_first := NULL;
        v_is_used := false;
        v_is_written := false;
        v_checked := NULL;
      END IF;

      -- Only now that the thread is locked: whoever takes the lease over waits for that lock.
      IF p_tokens[i] IS DISTINCT FROM v_checked THEN
        v_checked := p_tokens[i];
        v_holds := EXISTS (
          SELECT 1 FROM leases AS l WHERE l.channel = p_channels[i] AND l.chat_id = p_chat_ids[i] AND l.token = v_checked
        );
      END IF;

      IF p_again AND EXISTS (
        SELECT 1 FROM events AS e WHERE e.thread = v_id AND e.seq = p_seqs[i] AND e.body = v_body
      ) THEN
        problem := 'stored';
      ELSIF p_tokens[i] IS NOT NULL AND NOT v_holds THEN
        problem := 'lease_lost';
      ELSIF v_id IS NULL AND p_threads[i] IS NOT NULL THEN
        problem := 'deleted';
      ELSIF p_afters[i] <> v_last THEN
        problem := 'conflict';
        place := v_last;
      ELSIF p_seqs[i] <= v_last THEN
        problem := 'order';
        place := v_last;
      ELSE
        v_bytes := p_sizes[i] + 4 * p_message_counts[i];
        IF v_message_size > 0 THEN
          SELECT v_bytes + coalesce(sum(p_message_sizes[n]), 0) INTO v_bytes
            FROM generate_series(v_message + 1, v_message_end) AS n
            WHERE NOT EXISTS (SELECT 1 FROM messages AS m WHERE m.thread = v_id AND m.hash = p_message_hashes[n]);
        END IF;
        IF v_total + v_bytes > p_conversation_bytes THEN
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
          -- Apart, because a schema of an earlier version has no such columns.
          IF p_request_keys[i] IS NOT NULL THEN
            UPDATE runs AS r SET request_key = p_request_keys[i], request_hash = p_request_hashes[i]
              WHERE r.thread = v_id AND r.seq = p_seqs[i];
          END IF;
          v_run_seq := p_seqs[i];
          v_first := coalesce(v_first, p_firsts[i]);
        ELSIF p_kinds[i] = 'done' THEN
          DELETE FROM open_runs AS o WHERE o.thread = v_id AND o.run_id = p_abouts[i];
        ELSIF p_kinds[i] = 'decision' THEN
          UPDATE approvals AS a SET decision = NULL WHERE a.approval_id = p_abouts[i];
        ELSIF p_kinds[i] = 'heard' THEN
          UPDATE steers AS s SET state = 'sent', message = '' WHERE s.thread = v_id AND s.id = p_abouts[i];
        END IF;
        -- To what is there: background work of an earlier run may have been counted with this one.
        IF p_kinds[i] IN ('done', 'late') THEN
          UPDATE runs AS r SET input_tokens = r.input_tokens + p_input_tokens[i],
            output_tokens = r.output_tokens + p_output_tokens[i],
            cost_usd = coalesce(r.cost_usd + p_costs[i], r.cost_usd, p_costs[i])
            WHERE r.thread = v_id AND CASE WHEN p_kinds[i] = 'done' THEN r.run_id = p_abouts[i]
              ELSE r.seq = (SELECT max(newest.seq) FROM runs AS newest WHERE newest.thread = v_id) END
            RETURNING r.seq INTO v_counted;
          v_said := p_said_tokens[3 * i - 2 : 3 * i];
          -- Apart, because a schema of an earlier version has no such columns.
          IF num_nonnulls(VARIADIC v_said) > 0 THEN
            UPDATE runs AS r SET
              cached_input_tokens = coalesce(r.cached_input_tokens + v_said[1], r.cached_input_tokens, v_said[1]),
              cache_write_tokens = coalesce(r.cache_write_tokens + v_said[2], r.cache_write_tokens, v_said[2]),
              reasoning_tokens = coalesce(r.reasoning_tokens + v_said[3], r.reasoning_tokens, v_said[3])
              WHERE r.thread = v_id AND r.seq = v_counted;
          END IF;
        END IF;
        v_last := p_seqs[i];
        v_total := v_total + v_bytes;
        v_is_used := v_is_used OR p_kinds[i] IN ('run', 'done', 'use');
        v_is_written := true;
      END IF;

      v_message_at := v_message_at + v_message_size;
      v_message := v_message_end;
      thread := v_id;
      RETURN NEXT;
    END LOOP;
    IF v_is_written THEN PERFORM end_append(v_id, v_last, v_total, v_run_seq, v_first, v_is_used); END IF;
  END $$`;

/** What a thread is after events were stored in it; `p_first` is what the first of their runs began with. */
export const END_APPEND = `CREATE FUNCTION end_append(
    p_id bigint, p_last bigint, p_bytes bigint, p_run_seq bigint, p_first text, p_is_used boolean
  ) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF p_is_used THEN
      UPDATE threads SET last_seq = p_last, bytes = p_bytes, run_seq = coalesce(p_run_seq, run_seq),
        first_said = CASE WHEN run_seq = 0 THEN p_first ELSE first_said END,
        updated_at = now_ms(), touched = nextval('uses') WHERE id = p_id;
    ELSE
      UPDATE threads SET last_seq = p_last, bytes = p_bytes WHERE id = p_id;
    END IF;
  END $$`;
