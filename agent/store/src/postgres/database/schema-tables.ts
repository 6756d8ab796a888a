/**
 * The tables of the first version. Names of conversations are compared byte by byte, whatever the database is set to.
 */
export const TABLES = `
  CREATE TABLE store_version (version integer NOT NULL)
  --
  INSERT INTO store_version VALUES (0)
  --
  CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
    $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$
  --
  CREATE SEQUENCE uses
  --
  CREATE TABLE threads (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel text COLLATE "C" NOT NULL,
    chat_id text COLLATE "C" NOT NULL,
    title text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    touched bigint NOT NULL,
    last_seq bigint NOT NULL DEFAULT 0,
    run_seq bigint NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    settings text,
    UNIQUE (channel, chat_id)
  ) WITH (fillfactor = 70)
  --
  CREATE INDEX threads_by_use ON threads (channel, touched)
  --
  CREATE TABLE events (
    thread bigint NOT NULL,
    seq bigint NOT NULL,
    body text NOT NULL,
    input bigint[],
    PRIMARY KEY (thread, seq)
  )
  --
  CREATE TABLE messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    thread bigint NOT NULL,
    hash text COLLATE "C" NOT NULL,
    body text NOT NULL,
    UNIQUE (thread, hash)
  )
  --
  CREATE TABLE runs (
    thread bigint NOT NULL,
    seq bigint NOT NULL,
    run_id text COLLATE "C" NOT NULL,
    input_tokens bigint NOT NULL DEFAULT 0,
    output_tokens bigint NOT NULL DEFAULT 0,
    cost_usd double precision,
    PRIMARY KEY (thread, seq),
    UNIQUE (thread, run_id)
  )
  --
  CREATE TABLE open_runs (
    thread bigint NOT NULL,
    run_id text COLLATE "C" NOT NULL,
    stop_requested boolean NOT NULL DEFAULT false,
    PRIMARY KEY (thread, run_id)
  )
  --
  CREATE INDEX runs_to_stop ON open_runs (thread) WHERE stop_requested
  --
  CREATE TABLE leases (
    channel text COLLATE "C" NOT NULL,
    chat_id text COLLATE "C" NOT NULL,
    token text COLLATE "C" NOT NULL,
    holder text NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (channel, chat_id)
  ) WITH (fillfactor = 70)
  --
  CREATE TABLE approvals (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    approval_id text COLLATE "C" NOT NULL UNIQUE,
    channel text COLLATE "C" NOT NULL,
    chat_id text COLLATE "C" NOT NULL,
    question text NOT NULL,
    binding text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    state text NOT NULL CHECK (state IN ('pending', 'decided', 'withdrawn')),
    decision text,
    claim text
  )
  --
  CREATE INDEX approvals_pending ON approvals (number) WHERE state = 'pending'
  --
  CREATE INDEX approvals_by_conversation ON approvals (channel, chat_id, state)
  --
  CREATE TABLE approval_audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    approval_id text COLLATE "C" NOT NULL,
    channel text COLLATE "C",
    chat_id text COLLATE "C",
    time bigint NOT NULL,
    approve boolean NOT NULL,
    ignored text NOT NULL
  )
  --
  CREATE TABLE ai_invocation_summaries (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    invocation_id text COLLATE "C" NOT NULL UNIQUE,
    request_id text,
    trace_id text,
    graph_run_id text,
    graph_name text,
    graph_version text,
    run_id text COLLATE "C" NOT NULL,
    step bigint NOT NULL,
    channel text COLLATE "C" NOT NULL,
    chat_id text COLLATE "C" NOT NULL,
    prompt_hash text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    resolved_model text NOT NULL,
    started_at bigint NOT NULL,
    latency_ms bigint NOT NULL,
    status text NOT NULL,
    finish_reason text NOT NULL,
    error_code text,
    input_tokens bigint,
    output_tokens bigint,
    tool_call_count bigint NOT NULL,
    tool_calls text NOT NULL,
    cost_usd double precision
  )
  --
  CREATE INDEX summaries_by_conversation ON ai_invocation_summaries (channel, chat_id, number)
  --
  CREATE INDEX summaries_by_run ON ai_invocation_summaries (run_id, number)
  --
  CREATE TABLE outputs (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    channel text COLLATE "C" NOT NULL,
    chat_id text COLLATE "C" NOT NULL,
    bytes bigint NOT NULL,
    lines bigint NOT NULL,
    used bigint NOT NULL
  )
  --
  CREATE INDEX outputs_by_conversation ON outputs (channel, chat_id, number)
  --
  CREATE INDEX outputs_by_use ON outputs (used)
  --
  CREATE TABLE output_pieces (
    output bigint NOT NULL REFERENCES outputs (number) ON DELETE CASCADE,
    piece integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (output, piece)
  )
  --
  ALTER TABLE output_pieces ALTER COLUMN body SET STORAGE EXTERNAL
  --
  CREATE TABLE output_total (bytes bigint NOT NULL)
  --
  INSERT INTO output_total VALUES (0)
  --
  CREATE TABLE changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    number bigint UNIQUE,
    channel text COLLATE "C" NOT NULL,
    chat_id text COLLATE "C" NOT NULL
  )
  --
  CREATE INDEX changes_to_number ON changes (id) WHERE number IS NULL
`;
