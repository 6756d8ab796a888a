import { byName } from "../read/by-name.ts";
import type { ReadWord } from "./grammar.ts";

/** The patterns of the names that ripgrep searches for a type; of types that are not here nothing is known. */
const TYPES = byName({
  js: "*.js *.jsx *.vue *.cjs *.mjs",
  "ts typescript": "*.ts *.tsx *.cts *.mts",
  "py python": "*.py *.pyi",
  rust: "*.rs",
  go: "*.go",
  java: "*.java *.jsp *.jspx *.properties",
  kotlin: "*.kt *.kts",
  swift: "*.swift",
  c: "*.c *.h *.c.in *.h.in *.cats",
  css: "*.css *.scss",
  html: "*.htm *.html *.ejs",
  json: "*.json composer.lock *.sarif",
  "md markdown": "*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn",
  yaml: "*.yaml *.yml",
  toml: "*.toml cargo.lock pdm.lock poetry.lock pipfile uv.lock",
  sql: "*.sql *.psql",
});

/** The patterns of the names that the types of a call let be searched. Undefined: all names. */
export function namesOfTypes(words: readonly ReadWord[]): readonly string[] | undefined {
  const types = words.filter(({ option }) => option === "-t" || option === "--type").map(({ word }) => word);
  const names = types.map(({ form, value }) => (form === "literal" ? TYPES.get(value)?.split(" ") : undefined));
  const known = names.filter((one) => one !== undefined);
  return types.length > 0 && known.length === types.length ? known.flat() : undefined;
}
