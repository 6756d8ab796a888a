import type { PathUse } from "../paths/path-use.ts";
import { placeOfRemote } from "../paths/remote-place.ts";
import { literalWord, type ShellWord, tailOf } from "../read/shell-word.ts";
import { type Finding, guard } from "../verdict/finding.ts";
import type { Reading } from "./read-grammar.ts";
import { matchesSecret } from "./search-patterns.ts";

/** A word that git takes for a revision or, where there is none of that name, for a pathspec. */
export function objectUses(word: ShellWord): readonly PathUse[] {
  return [...pathspecUses(word), ...revisionUses(word)];
}

/** `HEAD:file` is a file of a revision; `:file` and `:0:file` one of the index. */
export function revisionUses(word: ShellWord): readonly PathUse[] {
  if (word.form === "dynamic" || word.value.startsWith(":(")) return [];
  return [...word.value.matchAll(/:/g)].slice(0, 4).flatMap(({ index }): readonly PathUse[] => {
    const inside: ShellWord = { ...tailOf(word, index + 1), tilde: false };
    return inside.value === "" ? [] : [{ access: "read", word: inside }];
  });
}

/** The name or the address of a repository; one on this machine is read with all that it holds. */
export function remoteUses(word: ShellWord): readonly PathUse[] {
  const path = placeOfRemote(word.value);
  if (path === undefined || !/[/~]|^\.\.?$/.test(path)) return [];
  const named: ShellWord = { ...literalWord(path), tilde: path.startsWith("~") };
  return [{ access: "read", word: named, recursive: true, hidden: true }];
}

/** A pathspec: wildcards that git expands, also over slashes and hidden names, and magic before a path. */
export function pathspecUses(word: ShellWord): readonly PathUse[] {
  const spec = readPathspec(word);
  if (spec === "excludes") return [];
  const fromRoot = spec.top;
  if (!spec.open) return [{ access: "read", word: spec.path, fromRoot }];
  // Folders are spelled in another case, too.
  const directory = spec.anyCase ? "" : (/^[^*?[\\]*\//.exec(spec.path.value)?.[0] ?? "");
  const rest = spec.path.value.slice(directory.length);
  const start = literalWord(directory === "" ? "." : directory);
  return [{ access: "read", word: start, recursive: true, fromRoot, pathspec: rest === "" ? undefined : rest }];
}

/** A pathspec that shows files which may hold secrets, without naming one. */
export function pathspecFindings(word: ShellWord): readonly Finding[] {
  const spec = readPathspec(word);
  if (spec === "excludes" || !spec.open || word.form === "dynamic") return [];
  const everything = spec.path.value === "" || /^[*?]+$/.test(spec.path.value);
  if (!everything && !matchesSecret(spec.path.value)) return [];
  return [guard(`The pathspec ${word.text} also stands for files that may hold secrets.`)];
}

interface Pathspec {
  readonly path: ShellWord;
  /** It stands for files that it does not name. */
  readonly open: boolean;
  /** It begins at the top of the repository. */
  readonly top: boolean;
  readonly anyCase: boolean;
}

function readPathspec(word: ShellWord): Pathspec | "excludes" {
  const magic = /^:(?:\(([^)]*)\)|([/!^]*):?)/.exec(word.prefix);
  const words = (magic?.[1] ?? "").split(",");
  if (words.includes("exclude") || /[!^]/.test(magic?.[2] ?? "")) return "excludes";
  const path = magic === null ? word : tailOf(word, magic[0].length);
  const wild = !words.includes("literal") && word.form === "literal" && /[*?[\\]/.test(path.value);
  const anyCase = words.includes("icase");
  const open = wild || anyCase || words.some((one) => one.startsWith("attr:")) || path.value === "";
  return { path, open, anyCase, top: words.includes("top") || magic?.[2]?.includes("/") === true };
}

/** `ext::command` and its like are addresses that run programs. */
export function gitAddressFindings({ options, operands }: Reading): readonly Finding[] {
  const helper = [...operands, ...options].find(
    ({ word, role }) => role.name !== "data" && /^[A-Za-z][\w+.-]*::/.test(word.value),
  );
  return helper === undefined ? [] : [guard(`${helper.word.text} is an address that runs a program.`)];
}
