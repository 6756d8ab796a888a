/** What people say while a run goes on. It goes with its thread. */
export const STEERS = `
  CREATE TABLE steers (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    thread bigint NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    message text NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'taken', 'sent', 'withdrawn', 'unsent')),
    created_at bigint NOT NULL,
    UNIQUE (thread, id)
  )
  --
  CREATE INDEX steers_by_state ON steers (thread, state, number)
`;
