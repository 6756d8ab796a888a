import type { ShellWord } from "../read/shell-word.ts";

/** A path that a call reads or writes. */
export interface PathUse extends Reached, Changed {
  readonly access: "read" | "edit";
  readonly word: ShellWord;
  /** The rule that allows the command covers its writes inside the workspace (`mkdir`, `cp`). */
  readonly covered?: boolean;
  /**
   * What counts of all that is found. Left out: everything. `denials`: those alone, as it may be no path at all.
   * `asked-denials`: those, which ask, as the program is told of the place and may write there or not.
   */
  readonly counts?: "denials" | "asked-denials";
}

/** Which files a path stands for. */
interface Reached {
  /** Its name is shown and what it weighs, of a folder the names in it; no file is opened. */
  readonly namesOnly?: boolean;
  /** Everything below it too. */
  readonly recursive?: boolean;
  /** What is hidden there is not passed over. */
  readonly hidden?: boolean;
  /** Patterns of names: with `recursive`, only files that match one of them. */
  readonly only?: readonly string[] | undefined;
  /** Below it, only what the workspace's repository tracks. */
  readonly tracked?: boolean | undefined;
  /** Below it, only what this pathspec of git stands for. */
  readonly pathspec?: string | undefined;
  /** Wherever the shell stands, it is a path from the workspace on. */
  readonly fromRoot?: boolean;
}

/** What becomes of the files, besides being read or written. */
interface Changed {
  readonly removes?: boolean;
  /** It is copied with all that it holds: what other programs run of it, they will run of the copy. */
  readonly copied?: boolean;
  /** A folder may come there, with all that it holds. */
  readonly brings?: boolean;
  /** It holds nothing but what the program itself puts there, as every environment of Python does. */
  readonly environment?: true;
  /** What it would hold is judged by its text, besides. */
  readonly textJudged?: boolean;
}
