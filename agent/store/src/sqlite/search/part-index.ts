import type { Database } from "../database/database.ts";

/**
 * Makes the index of what stands within words where this build of SQLite has one: a search then reads few texts. It is
 * no migration, because a program whose SQLite has none opens the same file and reads the texts.
 */
export function openPartIndex(database: Database): boolean {
  if (database.first("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") === undefined) return false;
  if (database.first("SELECT 1 FROM sqlite_schema WHERE name = 'said_parts'") === undefined) makeIndex(database);
  else if (database.first(MISSING) !== undefined) database.transactionUnsynced(() => database.run(CATCH_UP));
  return true;
}

/** What a program without such an index has added. */
const MISSING = `SELECT 1 FROM said WHERE id > coalesce((SELECT max(id) FROM said_parts_docsize), 0) LIMIT 1`;
const CATCH_UP = `INSERT INTO said_parts (rowid, words) SELECT id, words FROM said
  WHERE id > coalesce((SELECT max(id) FROM said_parts_docsize), 0)`;

function makeIndex(database: Database): void {
  database.transactionUnsynced(() => {
    // An earlier version had one of whole words.
    database.exec("DROP TABLE IF EXISTS said_words");
    // Another process may have made it in the meantime. Where in a text three characters stand is not kept: the text
    // is compared.
    database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS said_parts
      USING fts5(words, content = 'said', content_rowid = 'id', tokenize = "trigram", detail = none)`);
    // What is deleted is gone then, and not only marked as such.
    database.exec("INSERT INTO said_parts (said_parts, rank) VALUES ('secure-delete', 1)");
    database.run(CATCH_UP);
  });
}
