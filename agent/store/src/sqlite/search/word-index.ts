import type { Database } from "../database/database.ts";

/**
 * Makes the index of words where this build of SQLite has one: a search then reads no text. It is no migration, because
 * a program whose SQLite has none opens the same file and reads the texts.
 */
export function openWordIndex(database: Database): boolean {
  if (database.first("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") === undefined) return false;
  if (database.first("SELECT 1 FROM sqlite_schema WHERE name = 'said_words'") === undefined) makeIndex(database);
  else if (database.first(MISSING) !== undefined) database.transactionUnsynced(() => database.run(CATCH_UP));
  return true;
}

/** What a program without such an index has added. */
const MISSING = `SELECT 1 FROM said WHERE id > coalesce((SELECT max(id) FROM said_words_docsize), 0) LIMIT 1`;
const CATCH_UP = `INSERT INTO said_words (rowid, words) SELECT id, words FROM said
  WHERE id > coalesce((SELECT max(id) FROM said_words_docsize), 0)`;

function makeIndex(database: Database): void {
  database.transactionUnsynced(() => {
    // Another process may have made it in the meantime.
    database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS said_words
      USING fts5(words, content = 'said', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 0")`);
    // What is deleted is gone then, and not only marked as such.
    database.exec("INSERT INTO said_words (said_words, rank) VALUES ('secure-delete', 1)");
    database.run(CATCH_UP);
  });
}
