import { TABLES } from "./schema-tables.ts";

/** Marks a file as ours, in SQLite's header: "Tlwr". */
export const APPLICATION_ID = 0x546c7772;

/** Marks a backup, "Tlwb": it is no store, so that nobody works in it by mistake. */
export const BACKUP_ID = 0x546c7762;

/**
 * Each brings the database from the version of its index to the next one. Never change one that was released: add one.
 */
export const MIGRATIONS: readonly string[] = [
  TABLES,
  // Every run has its `input` apart, and nothing else has one.
  `
  CREATE TABLE runs (
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    run_id TEXT NOT NULL,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (thread, seq),
    UNIQUE (thread, run_id)
  ) STRICT, WITHOUT ROWID;

  INSERT OR IGNORE INTO runs (thread, seq, run_id)
    SELECT thread, seq, body ->> '$.runId' FROM events
    WHERE input IS NOT NULL AND body ->> '$.parentId' IS NULL;
  UPDATE runs SET input_tokens = ended.input, output_tokens = ended.output FROM (
    SELECT thread, body ->> '$.runId' AS run_id,
      CAST(coalesce(body ->> '$.data.usage.inputTokens', 0) AS INTEGER) AS input,
      CAST(coalesce(body ->> '$.data.usage.outputTokens', 0) AS INTEGER) AS output
    FROM events WHERE body ->> '$.type' = 'done'
  ) AS ended WHERE runs.thread = ended.thread AND runs.run_id = ended.run_id;
  `,
  // Which conversations look different than before, for who watches them. Renewing a lease changes nothing.
  `
  CREATE TABLE changes (number INTEGER PRIMARY KEY, channel TEXT NOT NULL, chat_id TEXT NOT NULL) STRICT;
  CREATE TRIGGER changes_kept AFTER INSERT ON changes BEGIN
    DELETE FROM changes WHERE number <= new.number - 10000;
  END;
  CREATE TRIGGER thread_made AFTER INSERT ON threads BEGIN
    INSERT INTO changes (channel, chat_id) VALUES (new.channel, new.chat_id);
  END;
  CREATE TRIGGER thread_used AFTER UPDATE OF title, touched ON threads BEGIN
    INSERT INTO changes (channel, chat_id) VALUES (new.channel, new.chat_id);
  END;
  CREATE TRIGGER thread_gone AFTER DELETE ON threads BEGIN
    INSERT INTO changes (channel, chat_id) VALUES (old.channel, old.chat_id);
  END;
  CREATE TRIGGER lease_taken AFTER INSERT ON leases BEGIN
    INSERT INTO changes (channel, chat_id) VALUES (new.channel, new.chat_id);
  END;
  CREATE TRIGGER lease_given_back AFTER DELETE ON leases BEGIN
    INSERT INTO changes (channel, chat_id) VALUES (old.channel, old.chat_id);
  END;
  CREATE TRIGGER question_asked AFTER INSERT ON approvals BEGIN
    INSERT INTO changes (channel, chat_id) VALUES (new.channel, new.chat_id);
  END;
  CREATE TRIGGER question_settled AFTER UPDATE OF state ON approvals BEGIN
    INSERT INTO changes (channel, chat_id) VALUES (new.channel, new.chat_id);
  END;
  `,
  `
  ALTER TABLE runs ADD COLUMN cost_usd REAL;
  ALTER TABLE open_runs ADD COLUMN stop_requested INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX runs_to_stop ON open_runs (thread) WHERE stop_requested = 1;
  `,
  `
  ALTER TABLE threads ADD COLUMN settings TEXT;
  `,
  `
  ALTER TABLE ai_invocation_summaries ADD COLUMN cost_usd REAL;
  `,
  // Who may read an output besides the conversation that saved it: its forks.
  `
  ALTER TABLE threads ADD COLUMN forked_channel TEXT;
  ALTER TABLE threads ADD COLUMN forked_chat_id TEXT;
  ALTER TABLE threads ADD COLUMN forked_seq INTEGER;
  CREATE TABLE output_readers (
    channel TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    output INTEGER NOT NULL REFERENCES outputs (number) ON DELETE CASCADE,
    PRIMARY KEY (channel, chat_id, output)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX output_readers_by_output ON output_readers (output);
  `,
  // What people keep at hand and put away, and the words of what was said, which are written when somebody searches.
  `
  ALTER TABLE threads ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE threads ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE threads ADD COLUMN searched_seq INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE threads ADD COLUMN searched_title TEXT;
  CREATE INDEX threads_pinned ON threads (channel, touched) WHERE pinned = 1;
  CREATE TABLE said (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX said_by_thread ON said (thread, seq);
  DROP TRIGGER thread_used;
  CREATE TRIGGER thread_used AFTER UPDATE OF title, touched, pinned, archived ON threads BEGIN
    INSERT INTO changes (channel, chat_id) VALUES (new.channel, new.chat_id);
  END;
  `,
  // What people say while a run goes on: "taken" by a run that has not stored it yet. Its text goes once the journal
  // has it.
  `
  CREATE TABLE steers (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    message TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'taken', 'sent', 'withdrawn', 'unsent')),
    created_at INTEGER NOT NULL,
    UNIQUE (thread, id)
  ) STRICT;
  CREATE INDEX steers_by_state ON steers (thread, state, number);
  `,
  // What people think of answers.
  `
  ALTER TABLE runs ADD COLUMN thumb TEXT CHECK (thumb IN ('up', 'down'));
  ALTER TABLE runs ADD COLUMN note TEXT;
  ALTER TABLE runs ADD COLUMN rated_at INTEGER;
  CREATE INDEX runs_rated ON runs (rated_at) WHERE thumb IS NOT NULL;
  `,
  // Calls that an answer allowed besides the one that asked.
  `
  ALTER TABLE approvals ADD COLUMN also TEXT;
  `,
  `
  CREATE TABLE identity (id TEXT NOT NULL) STRICT;
  INSERT INTO identity VALUES (lower(hex(randomblob(16))));
  `,
  // Threads that a limit counts, the least recently used first.
  `
  CREATE INDEX threads_in_lists ON threads (touched) WHERE archived = 0;
  `,
  // What only some providers say of their tokens.
  `
  ALTER TABLE runs ADD COLUMN cached_input_tokens INTEGER;
  ALTER TABLE runs ADD COLUMN cache_write_tokens INTEGER;
  ALTER TABLE runs ADD COLUMN reasoning_tokens INTEGER;
  ALTER TABLE ai_invocation_summaries ADD COLUMN cached_input_tokens INTEGER;
  ALTER TABLE ai_invocation_summaries ADD COLUMN cache_write_tokens INTEGER;
  ALTER TABLE ai_invocation_summaries ADD COLUMN reasoning_tokens INTEGER;
  `,
  // What a thread was begun with, by which a client finds it that repeats what was said. NULL: not read yet.
  `
  ALTER TABLE threads ADD COLUMN first_said TEXT;
  CREATE INDEX threads_by_first_said ON threads (channel, first_said, touched);
  CREATE INDEX threads_not_read ON threads (channel) WHERE first_said IS NULL AND run_seq > 0;
  `,
  // The processes that ended within a call of a run, and where a run stood when its lease was taken.
  `
  ALTER TABLE open_runs ADD COLUMN deaths TEXT;
  ALTER TABLE leases ADD COLUMN after_seq INTEGER NOT NULL DEFAULT 0;
  `,
  // When leases end by a clock that nobody sets.
  `
  ALTER TABLE leases ADD COLUMN boot TEXT;
  ALTER TABLE leases ADD COLUMN boot_until INTEGER;
  `,
  // What a run was asked for with, so that the same request begins no other one.
  `
  ALTER TABLE runs ADD COLUMN request_key TEXT;
  ALTER TABLE runs ADD COLUMN request_hash TEXT;
  CREATE INDEX runs_by_request ON runs (request_key) WHERE request_key IS NOT NULL;
  `,
  // By which damage is found in what people and models rely on; rows of earlier versions have none.
  `
  ALTER TABLE events ADD COLUMN sum INTEGER;
  ALTER TABLE events ADD COLUMN input_sum INTEGER;
  ALTER TABLE output_pieces ADD COLUMN sum INTEGER;
  ALTER TABLE approvals ADD COLUMN sum INTEGER;
  ALTER TABLE approvals ADD COLUMN decision_sum INTEGER;
  `,
  // By which a log that was taken away is missed: see `sayLogged`.
  `
  ALTER TABLE identity ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE identity ADD COLUMN in_log INTEGER NOT NULL DEFAULT 0;
  `,
  // How far the call of a question gets, as JSON.
  `
  ALTER TABLE approvals ADD COLUMN reach TEXT;
  `,
  // What its call would do, as JSON, and the name of exactly that.
  `
  ALTER TABLE approvals ADD COLUMN shows TEXT;
  ALTER TABLE approvals ADD COLUMN preview TEXT;
  `,
  // After which event a run was left to wait for people in no process: void once there is another event.
  `
  ALTER TABLE open_runs ADD COLUMN parked_seq INTEGER;
  `,
  // Whose thread it is, where several users share a store.
  `
  ALTER TABLE threads ADD COLUMN owner TEXT;
  CREATE INDEX threads_by_owner ON threads (owner, channel, touched) WHERE owner IS NOT NULL;
  `,
  // Answers that counted, and who gave them: they stay when their thread is gone.
  `
  CREATE TABLE accepted_answers (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    channel TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    approval_id TEXT NOT NULL,
    owner TEXT,
    tool_call_id TEXT NOT NULL,
    tool_name TEXT NOT NULL,
    decided_by TEXT,
    rules TEXT,
    approve INTEGER NOT NULL,
    edited INTEGER NOT NULL,
    time INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX accepted_by_owner ON accepted_answers (owner, number);
  `,
  // In which program a call is made that is asked about, as JSON, and how many more of its calls an answer allowed.
  `
  ALTER TABLE approvals ADD COLUMN program TEXT;
  ALTER TABLE accepted_answers ADD COLUMN more INTEGER;
  `,
];
