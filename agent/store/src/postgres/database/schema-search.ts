import { REMOVE_IDLE, replaced } from "./remove-threads.sql.ts";

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
  ${replaced(REMOVE_IDLE)}
`;
