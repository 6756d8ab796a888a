/** What was said is found within words, too: all texts are taken into the index anew, when somebody searches. */
export const SEARCH_PARTS = `
  DELETE FROM said
  --
  ALTER TABLE said DROP COLUMN words, ADD COLUMN words text NOT NULL, ADD COLUMN parts text[] COLLATE "C" NOT NULL
  --
  CREATE INDEX said_by_part ON said USING gin (parts)
  --
  UPDATE threads SET searched_seq = 0, searched_title = NULL
`;
