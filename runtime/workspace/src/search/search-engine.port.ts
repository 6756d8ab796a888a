import type { Workspace } from "../workspace/workspace.port.ts";

/** Where to look. */
export interface SearchScope {
  readonly workspace: Workspace;
  /** Absolute real path of a file or directory. A file is searched whatever its name. */
  readonly path: string;
  readonly isFile: boolean;
  /** Also what ignore files leave out. `.git` is always left out. */
  readonly ignored: boolean;
  /** Whether a file is meant, by the names of its path from the root on. */
  accepts(names: readonly string[]): boolean;
  /** Globs of which the name of every accepted file fits one; undefined when that would say nothing. */
  readonly fileNames?: readonly string[] | undefined;
}

/** What to look for. */
export interface LineSearch {
  /** In ripgrep's syntax, unless `fixed`. */
  readonly pattern: string;
  readonly fixed: boolean;
  readonly ignoreCase: boolean;
  /** A match may reach over lines, and `.` takes line feeds. */
  readonly multiline: boolean;
  /** Lines to give before and after each matching one. */
  readonly context: number;
}

/** A line that matches, or stands beside one that does. */
export interface FoundLine {
  /** From 1. */
  readonly number: number;
  /** Without its end, cut by `shownLine`. */
  readonly text: string;
  readonly isMatch: boolean;
}

/** Takes what is found, file after file in the order of their paths. */
export interface SearchSink {
  /** A file that holds a match, relative to the root; false when its lines are not wanted. */
  file(path: string): boolean | Promise<boolean>;
  line(line: FoundLine): void;
  /** After the last line of a file. `binary`: a NUL was seen. False ends the search. */
  end(file: { readonly binary: boolean }): boolean;
}

/** How long a search may take. */
export interface SearchRun {
  readonly signal: AbortSignal;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  /** Waits for the search of another call, and keeps none from running meanwhile. */
  readonly resting?: <T>(waited: Promise<T>) => Promise<T>;
}

/** How a search ended. */
export interface SearchEnd {
  /** Files and directories that could not be opened. */
  readonly unreadable: number;
  /** The deadline came first: there may be more. */
  readonly timedOut: boolean;
}

/** Finds lines and files. Every implementation gives the same for the same folder. */
export interface SearchEngine {
  /** For people and records. */
  readonly name: string;
  /** Rejects with a `ToolError` when the pattern cannot be used, and when it is aborted. */
  search(scope: SearchScope, lines: LineSearch, sink: SearchSink, run: SearchRun): Promise<SearchEnd>;
  /** Calls `onFile` with each file, relative to the root, in the order of their paths, until it says false. */
  list(scope: SearchScope, onFile: (path: string) => boolean, run: SearchRun): Promise<SearchEnd>;
}
