import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What takes a list of names, which stands at `LIST`, and shows the files. */
const TAKERS = [
  "LIST | xargs cat",
  "LIST | xargs -0 cat",
  "LIST | xargs -n1 cat",
  "LIST | xargs -I@ cat @",
  "LIST | xargs -d '\\n' head",
  "LIST | xargs grep KEY",
  "LIST | xargs -r sed p",
  "LIST | sort | xargs tail",
  "LIST | head -3 | xargs awk 1",
  'LIST | while read -r f; do cat "$f"; done',
  "cat $(LIST)",
  'cat "$(LIST)"',
  'head < "$(LIST)"',
  "for f in $(LIST); do cat $f; done",
  'for f in $(LIST); do cat "$f"; done',
  "x=$(LIST); cat $x",
  'x=$(LIST); cat "$x"',
  `mapfile -t a < <(LIST); cat "\${a[@]}"`,
  "while read f; do head $f; done < <(LIST)",
  'while IFS= read -r f; do grep -H . "./$f"; done <<< "$(LIST)"',
] as const;

/** Every way to print a name that nobody saw, handed to every program that opens what it is told. */
export function listsHandedOn(): readonly string[] {
  const sources = readFileSync(join(import.meta.dirname, "lists.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((text): { readonly prints: string } => JSON.parse(text));
  return sources.flatMap(({ prints }) => TAKERS.map((taker) => taker.replaceAll("LIST", () => prints)));
}
