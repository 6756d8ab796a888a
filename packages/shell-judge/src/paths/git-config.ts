import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
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
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|symlinks|ignorecase|precomposeunicode|protecthfs|protectntfs|autocrlf|safecrlf|eol|quotepath|abbrev|compression|untrackedcache|sharedrepository|preloadindex|longpaths|trustctime|checkstat|bigfilethreshold|commentchar|whitespace|sparsecheckout|sparsecheckoutcone)|remote\..*\.(?:url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|promisor|partialclonefilter|skipdefaultupdate|gh-resolved)|remote\.pushdefault|branch\..*\.(?:remote|merge|rebase|description|pushremote|gh-merge-base|vscode-merge-base)|branch\.(?:autosetupmerge|autosetuprebase|sort)|user\.(?:name|email|signingkey)|submodule\..*\.(?:url|active|branch|ignore)|submodule\.(?:active|recurse)|extensions\.(?:worktreeconfig|objectformat|partialclone|preciousobjects|refstorage)|lfs\..*|merge\.(?:conflictstyle|ff|stat|renames|log)|diff\.(?:algorithm|renames|colormoved|mnemonicprefix|noprefix|context|submodule|wserrorhighlight)|(?:pull|push|fetch|color|column|gc|pack|index|status|log|rerere|advice|maintenance|feature|blame|tag|versionsort|rebase|stash|commit|init|help)\.(?!.*(?:command|program|template|hook|file|path))[\w.-]+)$/;

/** The largest configuration that is read, in bytes. */
const MAX_BYTES = 262_144;

/**
 * Reads `.git/config` of a directory (and the one of a worktree's repository). Undefined: there is none, or every key in it is
 * known to be harmless. One that cannot be read names `unreadable`.
 */
export function gitPrograms(root: string): GitPrograms | undefined {
  const files = configFiles(root);
  const texts = files.map(contentOf).filter((text) => text !== undefined);
  const keys = texts.flatMap(programKeys);
  const tokens = texts.some((text) => CREDENTIALS.test(text));
  if (keys.length === 0 && !tokens) return undefined;
  const hash = createHash("sha256").update(texts.join("\u0000")).digest("hex");
  return { hash, keys: [...new Set(keys)].slice(0, 5), ...(tokens ? { tokens } : {}) };
}

/** A user before the host of an address, unless it is the one that everybody has. */
const CREDENTIALS = /:\/\/(?!git@|hg@)[^\s/"@]+@|^\s*extraheader\s*=/im;

function configFiles(root: string): readonly string[] {
  const entry = `${root}/.git`;
  if (statSync(entry, { throwIfNoEntry: false })?.isFile() !== true) return filesIn(entry);
  const own = resolve(root, /^gitdir:\s*(.+?)\s*$/m.exec(contentOf(entry) ?? "")?.[1] ?? ".git");
  const common = contentOf(`${own}/commondir`)?.trim();
  return [...filesIn(own), ...(common === undefined ? [] : filesIn(resolve(own, common)))];
}

function filesIn(directory: string): readonly string[] {
  return [`${directory}/config`, `${directory}/config.worktree`];
}

function contentOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, "utf8") : "[unreadable]\nunreadable";
}

/** The keys of one file that are not known to be harmless, in small letters. */
function programKeys(text: string): readonly string[] {
  const found: string[] = [];
  let section = "";
  for (const line of text.replace(/\\\r?\n/g, " ").split("\n")) {
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
    if (!isHarmless(named, value)) found.push(named);
  }
  return found;
}

function isHarmless(key: string, value: string): boolean {
  if (key === "core.fsmonitor") return /^(?:true|false|)$/.test(value);
  if (/url$/.test(key) && /^"?\s*[A-Za-z][\w+.-]*::/.test(value)) return false;
  return HARMLESS.test(key);
}
