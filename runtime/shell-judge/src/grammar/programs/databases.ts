import { grammars } from "../notation.ts";

/** Databases in a file, where they are only looked up. */
export const DATABASES = grammars(`
sqlite3 | SQLite 3.40, SQLite 3.46 | partly | words
  reads needs=-version,--version -version --version
  reads read(made) data check=onlyAsks
    -header --header -noheader --noheader -column --column -csv --csv -json --json -line --line -list --list -box --box
    -table --table -markdown --markdown -tabs --tabs -quote --quote -readonly --readonly -batch --batch
`);
