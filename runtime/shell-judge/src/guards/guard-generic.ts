import type { PathUse } from "../paths/path-use.ts";
import { escapeGlob, literalWord, type ShellWord, tailOf, unknownWord } from "../read/shell-word.ts";
import { guard } from "../verdict/finding.ts";
import type { CommandReading, Guard } from "./command-view.ts";
import { runningOption } from "./running-options.ts";

/** A command that nothing is known about: a rule may allow it. Each argument that could be a path counts as one. */
export const guardGeneric: Guard = ({ name, args }): CommandReading => {
  const findings = args
    .filter(mayBeAnything)
    .map((word) => guard(`What ${word.text} means to ${name} cannot be known before it runs.`));
  if (args.some(({ form, value }) => form === "literal" && DELETES_FOLDERS.test(value)))
    findings.push(guard(`${name} is given a text that deletes folders.`));
  if (args.some(({ form, value }) => form === "literal" && DELETES_ROWS.test(value)))
    findings.push(guard(`${name} is given a text that deletes what a database holds.`));
  const running = runningOption(name, args);
  // A sandbox holds what the line says as it holds what the project says.
  if (running !== undefined)
    findings.push({ ...guard(`With ${JSON.stringify(running)} ${name} runs what no rule has seen.`), contained: true });
  const paths = args
    .flatMap(candidates)
    .flatMap((use): PathUse[] => [use, { ...use, access: "edit", counts: "asked-denials" }]);
  return { findings, paths: [...paths, ...args.flatMap(quotedNames)], harmless: false };
};

/** What stands in quotes of its own inside a word, as in `load(".env")`: where it is denied it is meant. */
function quotedNames({ form, value }: ShellWord): readonly PathUse[] {
  if (form !== "literal") return [];
  const names = [...value.matchAll(/(["'])([^"'\s]{1,255})\1/g)].slice(0, MAX_PIECES);
  return names.map(([, , name = ""]): PathUse => ({ access: "read", word: literalWord(name), counts: "denials" }));
}

const DELETES_ROWS = /\bdrop\s+(?:table|database|schema|index|view|user)\b|\btruncate\s+table\b|\bdelete\s+from\b/i;

const DELETES_FOLDERS = /\brm\s(?:.*\s)?-\w*[rR]/;

/** It may be any option, or bring further words. */
function mayBeAnything({ form, prefix, splits }: ShellWord): boolean {
  if (form === "glob") return prefix === "" || prefix.startsWith("-");
  return form === "dynamic" && (splits || prefix === "" || (prefix.startsWith("-") && !prefix.includes("=")));
}

/** The word, what is glued to an option, and what stands after `=`, `:`, `,` or `@`, where it looks like a path. */
export function candidates(word: ShellWord): readonly PathUse[] {
  const uses: PathUse[] = [];
  if (!word.value.startsWith("-")) uses.push({ access: "read", word });
  else if (/^-[A-Za-z]./.test(word.value)) uses.push({ access: "read", word: tailOf(word, 2) });
  for (const match of word.value.matchAll(/[=:,@]/g)) {
    const tail = tailOf(word, match.index + 1);
    const end = tail.value.search(/[:,]/);
    const piece = end < 0 || tail.form !== "literal" ? tail : cut(tail, end);
    if (!piece.value.startsWith("//")) uses.push({ access: "read", word: piece });
    if (uses.length > MAX_PIECES) break;
  }
  if (uses.length <= MAX_PIECES) return uses;
  // What is not looked at may be any path.
  return [...uses.slice(0, MAX_PIECES), { access: "read", word: unknownWord(word) }];
}

/** So many pieces of one word are looked at as paths. */
const MAX_PIECES = 16;

function cut(word: ShellWord, end: number): ShellWord {
  const value = word.value.slice(0, end);
  return { ...word, text: value, value, prefix: value, pattern: escapeGlob(value) };
}
