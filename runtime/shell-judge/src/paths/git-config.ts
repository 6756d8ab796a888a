import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isThere } from "./arming-file.ts";
import { askGit, type FoundRepository, findRepository } from "./ask-git.ts";
import { type IndexEntry, readIndex } from "./git-index.ts";
import { type GitLink, linksOf } from "./git-links.ts";
import { isInside } from "./lexical.ts";
import { placeOfRemote } from "./remote-place.ts";

/** What the configuration of a repository could make git run. */
export interface GitPrograms {
  /** SHA-256 of the place and of what can run in it, in hexadecimal digits: a yes is given to exactly this. */
  readonly hash: string;
  /** The keys that are not known to be harmless, at most five. None: there are only tokens, hooks or links. */
  readonly keys: readonly string[];
  /** Names in the files of the repository that lead elsewhere, at most five; git may show what is there. */
  readonly links?: readonly string[];
  /** An address in it holds a token or a password. */
  readonly tokens?: true;
  /** The names of hooks that git runs where it changes something, at most five. */
  readonly hooks?: readonly string[];
}

/** Keys whose values git only looks at. Every other one may name a program, or a file with more of them. */
const HARMLESS =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|symlinks|ignorecase|precomposeunicode|protecthfs|protectntfs|autocrlf|safecrlf|eol|quotepath|abbrev|compression|untrackedcache|sharedrepository|preloadindex|longpaths|trustctime|checkstat|bigfilethreshold|commentchar|whitespace|sparsecheckout|sparsecheckoutcone)|remote\..*\.(?:url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|promisor|partialclonefilter|skipdefaultupdate|gh-resolved)|remote\.pushdefault|branch\..*\.(?:remote|merge|rebase|description|pushremote|gh-merge-base|vscode-merge-base)|branch\.(?:autosetupmerge|autosetuprebase|sort)|user\.(?:name|email|signingkey)|submodule\..*\.(?:url|active|branch|ignore)|submodule\.(?:active|recurse)|extensions\.(?:worktreeconfig|objectformat|partialclone|preciousobjects|refstorage)|lfs\.(?:.*\.)?(?:repositoryformatversion|url|pushurl|access|locksverify)|merge\.(?:conflictstyle|ff|stat|renames|log)|diff\.(?:algorithm|renames|colormoved|mnemonicprefix|noprefix|context|submodule|wserrorhighlight)|(?:pull|push|fetch|color|column|gc|pack|index|status|log|rerere|advice|maintenance|feature|blame|tag|versionsort|rebase|stash|commit|init|help)\.(?!.*(?:command|program|template|hook|file|path))[\w.-]+)$/;

/** So many repositories inside are looked at. */
const MAX_REPOSITORIES = 100;

/**
 * Reads what git itself says its configuration is in a folder: that of the repository which it finds there or above,
 * and of those inside that the index names, which git enters and obeys. Undefined: there is none, or every key in it is
 * known to be harmless. Rejects where that cannot be said.
 */
export async function gitPrograms(root: string): Promise<GitPrograms | undefined> {
  const repositories = await repositoriesFrom(root);
  const settings = repositories.flatMap((repository) => repository.settings);
  const remotes = new Set(settings.map(({ key }) => /^remote\.(.*)\.(?:push)?url$/s.exec(key)?.[1]));
  const running = settings.filter((one) => !isHarmless(one) || leadsInside(one, remotes));
  const keys = running.map(({ key }) => key);
  const tokens = settings.some(({ key, value }) => /\.extraheader$/.test(key) || CREDENTIALS.test(value));
  const hooks = repositories.slice(0, 1).flatMap((repository) => hooksIn(repository.hooks));
  const links = repositories.flatMap((repository) => repository.links);
  if ([keys, hooks, links].every((list) => list.length === 0) && !tokens) return undefined;
  const texts = [root, ...running.map(({ folder, key, value }) => [folder, key, value]), ...links];
  const hash = createHash("sha256").update(JSON.stringify(texts)).digest("hex");
  return {
    hash,
    keys: [...new Set(keys)].slice(0, MOST_TOLD),
    ...(links.length > 0 ? { links: links.map(({ name }) => name).slice(0, MOST_TOLD) } : {}),
    ...(tokens ? { tokens } : {}),
    ...(hooks.length > 0 ? { hooks: hooks.slice(0, MOST_TOLD) } : {}),
  };
}

const MOST_TOLD = 5;

/** A line of a configuration. */
interface Setting {
  /** Where git was asked. */
  readonly folder: string;
  /** The folder that holds the repository's files, and whether it is the one where git was asked. */
  readonly top: string;
  readonly begins: boolean;
  readonly key: string;
  readonly value: string;
}

/** A user before the host of an address, unless it is the one that everybody has. */
const CREDENTIALS = /:\/\/(?!git@|hg@)[^\s/"@]+@/i;

interface ReadRepository extends FoundRepository {
  readonly settings: readonly Setting[];
  readonly links: readonly GitLink[];
}

/** The repository of a folder and those inside of it. */
async function repositoriesFrom(root: string): Promise<readonly ReadRepository[]> {
  const repositories: ReadRepository[] = [];
  const folders = [root];
  for (const folder of folders) {
    const [repository, listed, index] = await Promise.all([
      findRepository(folder),
      askGit(folder, ["config", "-z", "--list", "--show-scope"]),
      readIndex(folder),
    ]);
    if (repository === undefined && !looksLikeRepository(folder)) continue;
    if (repository === undefined || listed === undefined || index === undefined)
      throw new Error(`git cannot read its settings, or its index, in ${folder}.`);
    const { top, begins } = repository;
    const settings = settingsIn(listed).map((setting) => ({ ...setting, folder, top, begins }));
    const links = linksOf(
      repository,
      repositories.map(({ common }) => common),
    );
    repositories.push({ ...repository, settings, links });
    folders.push(...repositoriesIn(top, index).filter((path) => !folders.includes(path)));
    if (folders.length > MAX_REPOSITORIES) throw new Error(`${root} holds too many repositories.`);
  }
  return repositories;
}

function settingsIn(listed: string): readonly Pick<Setting, "key" | "value">[] {
  const parts = listed.split("\0");
  return parts.flatMap((scope, index) => {
    const [key = "", ...value] = (parts[index + 1] ?? "").split("\n");
    return index % 2 === 1 || key === "" || scope === "command" ? [] : [{ key, value: value.join("\n") }];
  });
}

/** What git runs of a folder of hooks: programs that are not named as samples. */
function hooksIn(folder: string): readonly string[] {
  if (!isThere(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^[a-z-]+$/.test(name));
  return names.filter((name) => {
    const stat = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
    return stat?.isFile() === true && (stat.mode & 0o111) !== 0;
  });
}

/** The repositories inside of one that the index names and that are there. */
function repositoriesIn(top: string, index: readonly IndexEntry[]): readonly string[] {
  const inside = index.filter(({ isRepository }) => isRepository).map(({ name }) => resolve(top, name));
  return inside.filter((path) => isThere(`${path}/.git`));
}

function looksLikeRepository(folder: string): boolean {
  return isThere(`${folder}/.git`) || (isThere(`${folder}/HEAD`) && isThere(`${folder}/objects`));
}

function isHarmless({ begins, key, value }: Setting): boolean {
  if (key === "core.fsmonitor") return /^(?:true|false|)$/.test(value);
  // A repository inside always says where its files are. Anywhere else git would show the files of others.
  if (key === "core.worktree") return begins;
  if (/url$/.test(key) && /^\s*[A-Za-z][\w+.-]*::/.test(value)) return false;
  return HARMLESS.test(key);
}

/** Is a remote a repository in the folder, which brings hooks of its own? A branch may name one by its place. */
function leadsInside({ top, key, value }: Setting, remotes: ReadonlySet<string | undefined>): boolean {
  const isUrl = /^remote\..*\.(?:push)?url$/s.test(key);
  const isName = /^branch\..*\.(?:push)?remote$|^remote\.pushdefault$/s.test(key);
  if (!(isUrl || (isName && value !== "." && !remotes.has(value)))) return false;
  const named = placeOfRemote(value);
  const path = resolve(top, named ?? "..");
  if (named === undefined || !isInside(path, top)) return false;
  return isUrl || /[/.]/.test(value) || isThere(path) || isThere(`${path}.git`);
}
