import { byName } from "../read/by-name.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { type VitalPlace, vitalFile, vitalPath } from "./vital-path.ts";

/** What a `find` with these arguments would empty: a vital place, with no test that selects anything in it. */
export function foundLoss(
  args: readonly ShellWord[],
  place: VitalPlace,
): { readonly verb: string; readonly what: string } | undefined {
  const { paths, expression } = partsOf(args);
  const emptied = alternatives(expression).some((all) => deletes(all) && !selects(all));
  const changed = alternatives(expression).some((all) => changes(all) && !all.includes("-type") && !selects(all));
  if (alternatives(expression).some((all) => deletes(all) && finds(".git", all))) {
    const inside = paths.map((word) => ({ ...word, pattern: `${word.pattern}/.git`, value: `${word.value}/.git` }));
    const what = inside.map((word) => vitalPath(word, place)).find((one) => one !== undefined);
    if (what !== undefined) return { verb: "delete", what };
  }
  if (!emptied && !changed) return undefined;
  for (const word of paths) {
    const what = vitalPath(word, place) ?? vitalFile(word, place, "lost");
    if (what !== undefined) return { verb: emptied ? "delete everything in" : "change everything in", what };
  }
  return undefined;
}

function partsOf(args: readonly ShellWord[]) {
  const texts = args.map((word) => word.value);
  const first = texts.findIndex((text) => /^[-(!]/.test(text) && !/^-(?:[PLHD]|O\d?)$/.test(text));
  const paths = (first < 0 ? args : args.slice(0, first)).filter((word) => !word.prefix.startsWith("-"));
  return { paths: paths.length === 0 ? [literalWord(".")] : paths, expression: first < 0 ? [] : texts.slice(first) };
}

/** `-name x -o -delete` deletes whatever is not called x: each side of `-o` is looked at alone. */
function alternatives(expression: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [[]];
  for (const text of expression) {
    if (/^(?:-o|-or|,)$/.test(text)) all.push([]);
    else all.at(-1)?.push(text);
  }
  return all;
}

/** Tests of `find` that select nothing: with these alone, everything below is found. */
const NEUTRAL = new Set(
  "-depth -d -xdev -mount -print -print0 -ls -prune -delete -true -follow -noleaf -a -and -P -L -H ( ) ; -readable -writable -executable -ignore_readdir_race -noignore_readdir_race".split(
    " ",
  ),
);

const EXECUTES = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

const DESTROYS = /^(?:rm|srm|shred|unlink|truncate|mv|rmdir|wipe|dd|cp)$/;

function deletes(expression: readonly string[]): boolean {
  return expression.some((text, index) => {
    if (text === "-delete") return true;
    if (!EXECUTES.has(text)) return false;
    const rest = expression.slice(index + 1, index + 5);
    const names = rest.map((word) => word.slice(word.lastIndexOf("/") + 1));
    const first = names.findIndex((word) => DESTROYS.test(word));
    if (/^(?:cp|dd)$/.test(names[first] ?? ""))
      return rest.some((word) => /^(?:if=)?\/dev\/(?:null|zero|urandom)$/.test(word));
    // `sh -c 'rm "$@"'`
    return first >= 0 || rest.some((word) => /\b(?:rm|shred|unlink|truncate)\s[^|;&]*(?:\$[@*1]|"\$|\{\})/.test(word));
  });
}

/** Is it this name, or what lies in a folder of this name, that is looked for? */
function finds(name: string, expression: readonly string[]): boolean {
  return expression.some((text, index) => {
    const value = /^-i?(?:name|path|wholename)$/.test(text) ? (expression[index + 1] ?? "") : "";
    const negated = /^(?:!|-not)$/.test(expression[index - 1] ?? "");
    return !negated && (value === name || value === `./${name}` || /^(?:\*|\.)\/\.git(?:\/\*)?$/.test(value));
  });
}

function changes(expression: readonly string[]): boolean {
  const at = expression.findIndex((text) => EXECUTES.has(text));
  return at >= 0 && expression.slice(at + 1, at + 3).some((word) => /^(?:.*\/)?(?:chmod|chown|chgrp)$/.test(word));
}

function selects(expression: readonly string[]): boolean {
  for (let at = 0; at < expression.length; ) {
    const length = neutralLength(expression, at);
    if (length === 0) return true;
    at += length;
  }
  return false;
}

/** How many words the test or action at this place has; 0 when it selects something. */
function neutralLength(expression: readonly string[], at: number): number {
  const [test = "", value = ""] = expression.slice(at);
  if (EXECUTES.has(test)) {
    const end = expression.findIndex((text, index) => index > at && (text === ";" || text === "+"));
    return (end < 0 ? expression.length : end + 1) - at;
  }
  // What is left out by name leaves all the rest.
  if (/^(?:!|-not)$/.test(test))
    return /^-(?:i?(?:name|path|wholename|regex|lname)|user|group|newer)$/.test(value) ? 3 : 0;
  const known = VALUES.get(test);
  if (known !== undefined) return known.test(value) ? 2 : 0;
  return NEUTRAL.has(test) ? 1 : 0;
}

/** Tests that have a value, and the values with which they let all or nearly all pass. */
const VALUES = byName<RegExp>({
  "-mindepth -fprint -regextype": /./,
  "-maxdepth": /[1-9]/,
  "-type": /[fd]/,
  "-name -iname -path -ipath -wholename -regex -iregex": /^(?:\*+|\*\.\*|\.\*|\?\*)$/,
  "-size": /^\+0\w?$|^-\d{5,}\w?$/,
  "-mtime -atime -ctime -mmin": /^\+0$|^-\d{4,}$/,
  "-user -uid -group": /^(?:root|wheel|0)$/,
  "-perm": /^[-/]0*$/,
});
