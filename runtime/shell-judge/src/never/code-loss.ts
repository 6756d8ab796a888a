import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { type Finding, forbidden } from "../verdict/finding.ts";
import { callsIn, literalsIn, prepared } from "./code-calls.ts";

/** What a program in another language would do, as far as its string literals tell. */
export interface CodeLoss {
  /** Texts that it gives to a shell. */
  readonly texts: readonly string[];
  /** Commands that it runs, or that do what it does. */
  readonly commands: readonly (readonly ShellWord[])[];
  /** Files that it writes over. */
  readonly written: readonly string[];
  readonly bomb?: Finding;
}

/** A longer program is not looked at, in UTF-16 units. */
const MAX_CODE = 20_000;

const SHELLS =
  /\b(?:system|exec|popen\d?|Popen|run|call|check_call|check_output|getoutput|getstatusoutput|exec(?:l|lp|v|vp)|spawn(?:l|lp|v|vp)?|execSync|execFile|execFileSync|spawnSync|shell_exec|passthru|proc_open|os\.execute|io\.popen|qx|do shell script)\b/g;

const DELETES =
  /\b(?:rmtree|remove_tree|rmSync|(?:fs\w*|promises|fsp)\.(?:rm|rmdir|unlink|remove|emptyDir)|rmdirSync|unlinkSync|rimraf(?:\.\w+|Sync)?|removeSync|emptyDirSync|FileUtils\.(?:rm\w*|remove\w*)|Dir\.(?:rmdir|delete|unlink)|File\.(?:delete|unlink)|Deno\.remove\w*|os\.(?:remove|unlink|rmdir|removedirs)|RemoveAll|remove_dir_all|unlink|rmdir)(?=\s*[("'`%])|\brequire\(["'](?:node:)?fs(?:\/promises|-extra)?["']\)(?:\.promises)?\.(?:rm|rmdir|unlink|remove|emptyDir)\b|\brequire\(["']rimraf["']\)(?:\.\w+)?|\brequire\(["']del["']\)/g;

const MOVES = /\b(?:os\.(?:rename|replace|renames)|shutil\.move|rename(?:Sync)?|moveSync|FileUtils\.mv)\b/g;

const WRITES =
  /\b(?:open|fopen|writeFile(?:Sync)?|truncate(?:Sync)?|createWriteStream|File\.(?:write|open)|file_put_contents)\b/g;

/** Looks for calls in a program that delete, move, overwrite or run what its literals name. */
export function lossInCode(code: string, home: string): CodeLoss {
  if (code.length > MAX_CODE) return { texts: [], commands: [], written: [] };
  const inner = callsIn(code, /\b(?:exec|eval)\b(?=\s*\()/g).flatMap((args) => literalsIn(args, new Map()).slice(0, 1));
  const own = lossInText(code, home);
  if (inner.length === 0) return own;
  const found = [own, ...inner.slice(0, 5).map((text) => lossInText(text, home))];
  const bomb = found.find((one) => one.bomb !== undefined)?.bomb;
  return {
    texts: found.flatMap(({ texts }) => texts),
    commands: found.flatMap(({ commands }) => commands),
    written: found.flatMap(({ written }) => written),
    ...(bomb === undefined ? {} : { bomb }),
  };
}

function lossInText(code: string, home: string): CodeLoss {
  const { text, values } = prepared(code, home);
  const literals = (pattern: RegExp) =>
    callsIn(text, pattern).map((args) => ({ args, found: literalsIn(args, values) }));
  const run = literals(SHELLS);
  const bomb = endless(text);
  return {
    texts: [...run.flatMap(({ found }) => found.slice(0, 1)), ...quoted(text)],
    commands: [
      ...run.map(({ found }) => found).filter((found) => found.length > 1),
      ...literals(DELETES).flatMap(({ found }) => found.map((path) => ["rm", "-rf", path])),
      ...deletedPaths(text).map((path) => ["rm", "-rf", path]),
      ...literals(MOVES).map(({ found }) => ["mv", ...found.slice(0, 2)]),
    ].map((words) => words.map(literalWord)),
    written: [
      ...literals(WRITES)
        .filter(({ args }) => writes(args))
        .flatMap(({ found }) => found.slice(0, 1)),
      ...redirected(text),
    ],
    ...(bomb ? { bomb: forbidden("This is a fork bomb.") } : {}),
  };
}

/** `open(path)` alone reads. */
function writes(args: string): boolean {
  return (
    !/^[^,]*,\s*["']r["'b]?/.test(args) &&
    (/,\s*(?:mode\s*=\s*)?["'][bt]?[wx>]/.test(args) || /^[^,]*,\s*["']{2}|,/.test(args))
  );
}

/** `` `…` `` of perl, ruby and php, `%x(…)`, and what awk reads from or prints into. */
function quoted(text: string): readonly string[] {
  const found = [
    ...text.matchAll(
      /`([^`]{1,500})`|\bqx\s*[({[]([^)}\]]{1,500})[)}\]]|\bprint\s+"([^"]{1,500})"\s*\|\s*"(?:ba|da|z)?sh"|%x[([{]([^)\]}]{1,500})[)\]}]|"([^"]{1,500})"\s*\|\s*getline|\|&?\s*"([^"]{1,500})"/g,
    ),
  ];
  return found.slice(0, 20).flatMap(([, ...groups]) => groups.filter((group) => group !== undefined));
}

/** `Path("x").unlink()`, also of everything that is found below it. */
function deletedPaths(text: string): readonly string[] {
  if (!/\.(?:unlink|rmdir|rmtree)\b/.test(text)) return [];
  return [...text.matchAll(/\bPath\(\s*r?["']([^"']{1,200})["']\s*\)/g)].slice(0, 20).map(([, path = ""]) => path);
}

/** perl's `open(F, ">/dev/sda")`. */
function redirected(text: string): readonly string[] {
  return [...text.matchAll(/["']>\s*(\/[\w./-]{1,200})["']/g)].slice(0, 20).map(([, path = ""]) => path);
}

const LOOP =
  /\b(?:while|until|loop|redo|setInterval|setImmediate)\b|for\s*\(\s*;\s*;|\biter\(\s*int\b|\bitertools\.(?:count|repeat|cycle)\b/;

/** Processes that are started in a loop, and that nothing waits for. */
function endless(text: string): boolean {
  if (!LOOP.test(text)) return false;
  if (/(?<![\w.$])(?:os\.|Process\.)?(?:pcntl_)?fork\b(?!\s*=)/.test(text) && !/\bwait(?:pid)?\b/.test(text))
    return true;
  if (/\b(?:spawn|fork|exec)\(/.test(text) && /__filename|process\.(?:argv\[0\]|argv0|execPath)/.test(text))
    return true;
  return /\b(?:while|until)\s*\(?\s*(?:1|true|True)\b/.test(text) && /\bsystem\(\s*"[^"]*&\s*"\s*\)/.test(text);
}
