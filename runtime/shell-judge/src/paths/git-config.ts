import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

/** What the configuration of a repository could make git run. */
export interface GitPrograms {
  /** SHA-256 of the files, in hexadecimal digits: a yes is given to exactly this content. */
  readonly hash: string;
  /** The keys that are not known to be harmless, at most five. None: there are only tokens in it. */
  readonly keys: readonly string[];
  /** An address in it holds a token or a password. */
  readonly tokens?: true;
}

/** Keys whose values git only looks at. Every other one may name a program, or a file with more of them. */
const HARMLESS =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|symlinks|ignorecase|precomposeunicode|protecthfs|protectntfs|autocrlf|safecrlf|eol|quotepath|abbrev|compression|untrackedcache|sharedrepository|preloadindex|longpaths|trustctime|checkstat|bigfilethreshold|commentchar|whitespace|sparsecheckout|sparsecheckoutcone)|remote\..*\.(?:url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|promisor|partialclonefilter|skipdefaultupdate|gh-resolved)|remote\.pushdefault|branch\..*\.(?:remote|merge|rebase|description|pushremote|gh-merge-base|vscode-merge-base)|branch\.(?:autosetupmerge|autosetuprebase|sort)|user\.(?:name|email|signingkey)|submodule\..*\.(?:url|active|branch|ignore)|submodule\.(?:active|recurse)|extensions\.(?:worktreeconfig|objectformat|partialclone|preciousobjects|refstorage)|lfs\.(?:.*\.)?(?:repositoryformatversion|url|pushurl|access|locksverify)|merge\.(?:conflictstyle|ff|stat|renames|log)|diff\.(?:algorithm|renames|colormoved|mnemonicprefix|noprefix|context|submodule|wserrorhighlight)|(?:pull|push|fetch|color|column|gc|pack|index|status|log|rerere|advice|maintenance|feature|blame|tag|versionsort|rebase|stash|commit|init|help)\.(?!.*(?:command|program|template|hook|file|path))[\w.-]+)$/;

/** The largest configuration that is read, in bytes. */
const MAX_BYTES = 262_144;

/** So many directories of repositories inside are looked through. */
const MAX_DIRECTORIES = 500;

/**
 * Reads `.git/config` of a directory (also the one of a worktree's repository, of a bare one, and those of submodules).
 * Undefined: there is none, or every key in it is known to be harmless. One that cannot be read names `unreadable`.
 */
export function gitPrograms(root: string): GitPrograms | undefined {
  const read = configFiles(root).flatMap((file): readonly Config[] => {
    const text = contentOf(file);
    return text === undefined ? [] : [{ file, text }];
  });
  const keys = read.flatMap(programKeys);
  const texts = read.map(({ text }) => text);
  const tokens = texts.some((text) => CREDENTIALS.test(text));
  if (keys.length === 0 && !tokens) return undefined;
  const hash = createHash("sha256").update(texts.join("\u0000")).digest("hex");
  return { hash, keys: [...new Set(keys)].slice(0, 5), ...(tokens ? { tokens } : {}) };
}

interface Config {
  readonly file: string;
  readonly text: string;
}

/** A user before the host of an address, unless it is the one that everybody has. */
const CREDENTIALS = /:\/\/(?!git@|hg@)[^\s/"@]+@|^\s*extraheader\s*=/im;

function configFiles(root: string): readonly string[] {
  const entry = `${root}/.git`;
  if (!isThere(entry)) return isThere(`${root}/HEAD`) ? filesIn(root) : [];
  if (!statSync(entry).isFile()) return filesIn(entry);
  const own = resolve(root, /^gitdir:\s*(.+?)\s*$/m.exec(contentOf(entry) ?? "")?.[1] ?? ".git");
  const common = contentOf(`${own}/commondir`)?.trim();
  return [...filesIn(own), ...(common === undefined ? [] : filesIn(resolve(own, common)))];
}

function filesIn(directory: string): readonly string[] {
  const files: string[] = [];
  const waiting = [directory];
  // Git enters a submodule, whose name may be several folders deep, and obeys what is said there.
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    files.push(`${at}/config`, `${at}/config.worktree`);
    waiting.push(...foldersIn(at === directory || isThere(`${at}/config`) ? `${at}/modules` : at));
    if (files.length > 2 * MAX_DIRECTORIES) throw new Error(`${directory} holds too many repositories.`);
  }
  return files;
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function foldersIn(directory: string): readonly string[] {
  if (!isThere(directory)) return [];
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.filter((entry) => !entry.isFile()).map(({ name }) => `${directory}/${name}`);
}

function contentOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, "utf8") : "[unreadable]\nunreadable";
}

/** The keys of one file that are not known to be harmless, in small letters. */
function programKeys({ file, text }: Config): readonly string[] {
  const found: string[] = [];
  let section = "";
  // Behind a comment a line that ends in a backslash does not go on.
  for (const line of text.replace(/^([^#;\n]*)\\\r?\n/gm, "$1 ").split("\n")) {
    let rest = line.trim();
    const header = /^\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\]/.exec(rest);
    if (header !== null) {
      const [whole, name = "", inside] = header;
      section = inside === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${inside}`;
      rest = rest.slice(whole.length).trim();
    }
    if (rest === "" || /^[#;]/.test(rest)) continue;
    const [, key = rest.slice(0, 40), value = ""] = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest) ?? [];
    const named = `${section}.${key.toLowerCase()}`;
    if (!isHarmless(named, value) && !isOwnFolder(named, { file, value })) found.push(named);
  }
  return found;
}

function isHarmless(key: string, value: string): boolean {
  if (key === "core.fsmonitor") return /^(?:true|false|)$/.test(value);
  if (/url$/.test(key) && /^"?\s*[A-Za-z][\w+.-]*::/.test(value)) return false;
  return HARMLESS.test(key);
}

/** A submodule always says where its files are. Anywhere else git would show the files of others. */
function isOwnFolder(key: string, { file, value }: { readonly file: string; readonly value: string }): boolean {
  const [top] = /^.*?\/(?=\.git\/modules\/)/.exec(file) ?? [];
  return key === "core.worktree" && top !== undefined && resolve(file, "..", value).startsWith(top);
}
