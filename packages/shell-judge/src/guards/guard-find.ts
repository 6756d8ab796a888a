import { type Finding, forced, guard } from "../decide/finding.ts";
import type { PathUse } from "../paths/path-judge.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { parseSegment, segmentsMeet } from "../rules/segment-glob.ts";
import type { CommandReading, Guard } from "./command-view.ts";

const ALONE = new Set(
  (
    "( ) ! , -a -and -o -or -not -print -print0 -ls -prune -quit -empty -true -false -executable -readable -writable " +
    "-nouser -nogroup -daystart -depth -d -follow -mount -xdev -noleaf -nowarn -warn -ignore_readdir_race " +
    "-noignore_readdir_race -help --help -version --version -H -L -P"
  ).split(" "),
);

const WITH_TEXT = new Set(
  (
    "-amin -atime -cmin -ctime -mmin -mtime -used -size -type -xtype -name -iname -path -ipath -wholename -iwholename " +
    "-regex -iregex -regextype -lname -ilname -perm -user -group -uid -gid -inum -links -fstype -maxdepth -mindepth " +
    "-printf -newermt -newerct -newerat -context"
  ).split(" "),
);

const WITH_FILE = /^-(?:newer(?:[aBcm][aBcm])?|anewer|cnewer|samefile)$/;

const DANGEROUS = /^-(?:exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls|files0-from)$/;

/** Only the primaries that look; `-delete` cannot be undone, `-exec` and `-fprint` run and write. */
export const guardFind: Guard = ({ args }): CommandReading => {
  const from = args.findIndex((word) => !/^-[HLP]$/.test(word.text));
  const own = from < 0 ? [] : args.slice(from);
  const start = own.findIndex(beginsExpression);
  const roots = start < 0 ? own : own.slice(0, start);
  const expression = readExpression(start < 0 ? [] : own.slice(start));
  const paths = (roots.length === 0 ? [literalWord(".")] : roots).map((word): PathUse => ({ access: "read", word }));
  return { ...expression, paths: [...paths, ...expression.paths], payloads: payloadsOf(args) };
};

/** Names of places come first; a word whose beginning is not known may be one or not. */
function beginsExpression({ prefix }: ShellWord): boolean {
  return prefix === "" || /^[-(!,)]/.test(prefix);
}

/** What stands between `-exec` and `;` or `+`. */
function payloadsOf(args: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  return args.flatMap((word, index) => {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(word.value)) return [];
    const rest = args.slice(index + 1);
    const end = rest.findIndex(({ value }) => value === ";" || value === "+");
    return [end < 0 ? rest : rest.slice(0, end)];
  });
}

function readExpression(words: readonly ShellWord[]): CommandReading {
  const found: Expression = { paths: [], findings: [], harmless: true };
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word !== undefined && readPrimary(word, words[index + 1], found)) index++;
  }
  return found;
}

interface Expression {
  readonly paths: PathUse[];
  readonly findings: Finding[];
  harmless: boolean;
}

/** Reads one primary; true when the next word belongs to it. */
function readPrimary(word: ShellWord, next: ShellWord | undefined, found: Expression): boolean {
  const value = word.form === "literal" ? word.value : "";
  if (WITH_TEXT.has(value) || WITH_FILE.test(value)) {
    if (next !== undefined) readValue(next, WITH_FILE.test(value), found);
    return true;
  }
  if (value === "-delete") found.findings.push(forced("find -delete removes everything it finds."));
  else if (DANGEROUS.test(value)) found.findings.push(guard(`find ${value} can run programs or write files.`));
  else if (value === "" || value.startsWith("-O") || value === "-D") {
    found.findings.push(opens(word));
  } else if (!ALONE.has(value)) {
    found.harmless = false;
    if (!value.startsWith("-")) found.paths.push({ access: "read", word });
  }
  return false;
}

function readValue(word: ShellWord, isFile: boolean, found: Expression): void {
  if (mayBringPrimary(word)) found.findings.push(opens(word));
  if (isFile) found.paths.push({ access: "read", word });
}

function opens(word: ShellWord): Finding {
  return guard(`${word.text} may turn into a part of find that runs programs.`);
}

const ACTIONS = "-delete -exec -execdir -ok -okdir -fprint -fprint0 -fprintf -fls".split(" ").map(parseSegment);

/** A value that becomes several words leaves the others as primaries; `*.ts` gives no name that is one. */
function mayBringPrimary({ form, splits, pattern }: ShellWord): boolean {
  if (!splits) return false;
  const glob = parseSegment(pattern);
  return form === "dynamic" || ACTIONS.some((action) => segmentsMeet(glob, action));
}
