/** The tables of the first version. */
export const TABLES = `
  CREATE TABLE threads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    touched INTEGER NOT NULL UNIQUE,
    last_seq INTEGER NOT NULL DEFAULT 0,
    run_seq INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    UNIQUE (channel, chat_id)
  ) STRICT;
  CREATE INDEX threads_by_use ON threads (channel, touched);

  CREATE TABLE events (
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    input TEXT,
    PRIMARY KEY (thread, seq)
  ) STRICT;

  CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (thread, hash)
  ) STRICT;

  CREATE TABLE open_runs (
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    run_id TEXT NOT NULL,
    PRIMARY KEY (thread, run_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE leases (
    channel TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    token TEXT NOT NULL,
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (channel, chat_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE approvals (
    number INTEGER PRIMARY KEY,
    approval_id TEXT NOT NULL UNIQUE,
    channel TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    tool_call_id TEXT NOT NULL,
    tool_name TEXT NOT NULL,
    arguments TEXT NOT NULL,
    binding TEXT NOT NULL,
    reason TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    state TEXT NOT NULL CHECK (state IN ('pending', 'decided', 'withdrawn')),
    decision TEXT
  ) STRICT;
  CREATE INDEX approvals_by_state ON approvals (state, number);
  CREATE INDEX approvals_by_conversation ON approvals (channel, chat_id, state);

  CREATE TABLE approval_audit (
    number INTEGER PRIMARY KEY,
    approval_id TEXT NOT NULL,
    channel TEXT,
    chat_id TEXT,
    time INTEGER NOT NULL,
    approve INTEGER NOT NULL,
    ignored TEXT NOT NULL
  ) STRICT;

  CREATE TABLE ai_invocation_summaries (
    number INTEGER PRIMARY KEY,
    invocation_id TEXT NOT NULL UNIQUE,
    request_id TEXT,
    trace_id TEXT,
    graph_run_id TEXT,
    graph_name TEXT,
    graph_version TEXT,
    run_id TEXT NOT NULL,
    step INTEGER NOT NULL,
    channel TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    prompt_hash TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    resolved_model TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    latency_ms INTEGER NOT NULL,
    status TEXT NOT NULL,
    finish_reason TEXT NOT NULL,
    error_code TEXT,
    input_tokens INTEGER,
    output_tokens INTEGER,
    tool_call_count INTEGER NOT NULL,
    tool_calls TEXT NOT NULL
  ) STRICT;
  CREATE INDEX summaries_by_conversation ON ai_invocation_summaries (channel, chat_id, number);
  CREATE INDEX summaries_by_run ON ai_invocation_summaries (run_id, number);

  CREATE TABLE outputs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    channel TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    used INTEGER NOT NULL UNIQUE
  ) STRICT;
  CREATE INDEX outputs_by_conversation ON outputs (channel, chat_id, number);

  CREATE TABLE output_pieces (
    output INTEGER NOT NULL REFERENCES outputs (number) ON DELETE CASCADE,
    piece INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (output, piece)
  ) STRICT;

  CREATE TABLE output_total (bytes INTEGER NOT NULL) STRICT;
  INSERT INTO output_total VALUES (0);
  CREATE TRIGGER output_kept AFTER INSERT ON outputs BEGIN
    UPDATE output_total SET bytes = bytes + new.bytes + 256;
  END;
  CREATE TRIGGER output_gone AFTER DELETE ON outputs BEGIN
    UPDATE output_total SET bytes = bytes - old.bytes - 256;
  END;
  `;
