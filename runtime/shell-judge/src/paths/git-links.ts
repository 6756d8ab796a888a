import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { FoundRepository } from "./ask-git.ts";
import { resolveLinks } from "./existing-paths.ts";
import { isInside } from "./lexical.ts";

/** A name in the files of a repository that leads to a place which is none of its own. */
export interface GitLink {
  readonly name: string;
  readonly target: string;
}

/**
 * Links in the files of a repository that lead out of them: git prints lines of many of these files (`BISECT_START`,
 * `shallow`, `rebase-merge/done`), whatever they are. And the files themselves, where they are those of another folder
 * that does not name this one as a working tree. `known` are folders of repositories that were looked at before. Throws
 * where there are too many.
 */
export function linksOf(repository: FoundRepository, known: readonly string[]): readonly GitLink[] {
  const { directory, common, top } = repository;
  const own = [...new Set([directory, common])];
  const trusted = [top, ...known, ...(namesTree(repository) ? [directory, common] : [])];
  const elsewhere = own.filter((folder) => !trusted.some((one) => isInside(folder, one)));
  const looks = { left: MAX_ENTRIES };
  const links = own.flatMap((folder) => linksIn(folder, "", { own, looks }));
  return [...elsewhere.map((target) => ({ name: ".git", target })), ...links];
}

const MAX_ENTRIES = 5_000;

/** Folders with files that git may print as text. Hooks, objects and the names of commits are none. */
const SHOWN =
  /^(?:|info|objects|objects\/info|branches|remotes|(?:worktrees\/[^/]+\/)?(?:rebase-merge|rebase-apply|sequencer)|worktrees(?:\/[^/]+)?)$/;

const UNSHOWN = /^(?:hooks|refs|logs|lfs|annex)$/;

interface Look {
  readonly own: readonly string[];
  readonly looks: { left: number };
}

function linksIn(folder: string, below: string, { own, looks }: Look): readonly GitLink[] {
  if (!SHOWN.test(below)) return [];
  const entries = readdirSync(below === "" ? folder : `${folder}/${below}`, { withFileTypes: true });
  looks.left -= entries.length;
  if (looks.left < 0) throw new Error(`${folder} holds too many files.`);
  return entries.flatMap((entry): readonly GitLink[] => {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return linksIn(folder, name, { own, looks });
    if (!entry.isSymbolicLink() || UNSHOWN.test(name)) return [];
    const target = resolveLinks(`${folder}/${name}`) ?? "/";
    return own.some((one) => isInside(target, one)) ? [] : [{ name, target }];
  });
}

/** Does a folder of git's files, which lies elsewhere, say that this is its working tree? */
function namesTree({ directory, top }: FoundRepository): boolean {
  const path = `${directory}/gitdir`;
  if (isInside(directory, top) || lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return resolve(directory, readFileSync(path, "utf8").trim()) === `${top}/.git`;
}
