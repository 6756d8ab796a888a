/**
 * The processes that ended within a call of a run, and where a run stood when its lease was taken. `claim_lease` stands
 * beside `take_lease`, which servers of the version before go on using.
 */
export const DEATHS = `
  ALTER TABLE open_runs ADD COLUMN deaths text
  --
  ALTER TABLE leases ADD COLUMN after_seq bigint NOT NULL DEFAULT 0
  --
  CREATE FUNCTION claim_lease(p_channel text, p_chat_id text, p_token text, p_holder text, p_ttl_ms float8)
    RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    v_lease record;
    v_thread record;
  BEGIN
    PERFORM lock_conversation(p_channel, p_chat_id);
    SELECT token, holder, expires_at INTO v_lease FROM leases WHERE channel = p_channel AND chat_id = p_chat_id;
    IF v_lease.token = p_token THEN RETURN NULL; END IF;
    IF v_lease.expires_at > now_ms() AND v_lease.expires_at <= now_ms() + 3600000 THEN RETURN v_lease.holder; END IF;
    SELECT id, last_seq INTO v_thread FROM threads WHERE channel = p_channel AND chat_id = p_chat_id;
    -- Whoever asked looks for itself.
    IF v_lease.token IS NOT NULL OR EXISTS (
      SELECT 1 FROM open_runs AS o WHERE o.thread = v_thread.id AND o.deaths IS NOT NULL
    ) THEN RETURN ''; END IF;
    INSERT INTO leases (channel, chat_id, token, holder, expires_at, after_seq)
      VALUES (p_channel, p_chat_id, p_token, p_holder, ceil(now_ms() + p_ttl_ms), coalesce(v_thread.last_seq, 0));
    RETURN NULL;
  END $$
`;
