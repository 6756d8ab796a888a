import type { PathUse } from "../paths/path-use.ts";
import type { ShellWord } from "../read/shell-word.ts";
import { type Finding, guard } from "../verdict/finding.ts";

/** What the commands of a line wrote so far, of which the disk says nothing when the line is judged. */
export class EarlierWrites {
  #reveals = false;
  #isAny = false;
  #makesRepository = false;
  readonly #files = new Set<string>();

  note(uses: readonly PathUse[]): void {
    for (const { access, word, brings } of uses) {
      if (access !== "edit") continue;
      this.#isAny = true;
      if (word.form === "literal") this.#files.add(fromHere(word));
      const isKnown = word.form === "literal" && word.below !== true;
      const name = word.value.slice(word.value.lastIndexOf("/") + 1).toLowerCase();
      this.#reveals ||= !isKnown || LISTS.has(name);
      this.#makesRepository ||= !isKnown || brings === true || OF_REPOSITORY.has(name);
    }
  }

  /** Is it a file that the line wrote under this name? */
  wrote(program: ShellWord): boolean {
    return program.value.includes("/") && this.#files.has(fromHere(program));
  }

  /** A folder may be a repository of its own by now. */
  get makesRepository(): boolean {
    return this.#makesRepository;
  }

  /** A question, where a search would go by a list that was written before it. */
  findings(uses: readonly PathUse[]): readonly Finding[] {
    const cut = this.#isAny ? uses.find(({ word }) => word.form === "glob" && word.resplit === true) : undefined;
    if (cut !== undefined) return [guard(`The line may make a name that becomes other words in ${cut.word.text}.`)];
    if (!this.#reveals || !uses.some(isSearch)) return [];
    return [guard("The line writes first what its search goes by, which may show files that hold secrets.")];
  }
}

function fromHere({ value }: ShellWord): string {
  return value.replace(/^(?:\.\/)+/, "");
}

/** A search passes over what is hidden, and what a list says. */
function isSearch({ access, recursive, hidden, tracked }: PathUse): boolean {
  return access === "read" && recursive === true && hidden !== true && tracked !== true;
}

const LISTS = new Set([".ignore", ".rgignore", ".gitignore", ".fdignore"]);

const OF_REPOSITORY = new Set([".git", "head", "config", "config.worktree", "commondir", "gitdir", "refs", "objects"]);
