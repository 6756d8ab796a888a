import { grammars } from "../notation.ts";

/** Databases in a file, where they are only looked up. */
export const DATABASES = grammars(String.raw`
sqlite3 | SQLite 3.40, SQLite 3.46 | partly | words
  reads read data check=onlyAsks
    -header --header -noheader --noheader -column --column -csv --csv -json --json -line --line -list --list -box --box
    -table --table -markdown --markdown -tabs --tabs -quote --quote -readonly --readonly -batch --batch
`);
