import type { Reading } from "../grammar/read-grammar.ts";
import type { PathUse } from "../paths/path-use.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Finding } from "../verdict/finding.ts";
import type { Directories, Printed } from "../walk/place.ts";
import type { Armed, ArmingFiles } from "./armed.ts";

/** What is known of the workspace's own repository. */
export interface RepositoryFacts {
  /** Does this directory belong to the workspace's own repository? Undefined: the disk is not looked at. */
  trustsRepository(directory: string): boolean | undefined;
  /** An ask, when the workspace's own repository is configured to run programs and nobody has said yes to that. */
  repositoryRuns(looks: boolean): Finding | undefined;
  /** Hooks that git runs in it where it changes something. */
  hooks(): readonly string[];
  /** The addresses of the workspace's own repository hold a token or a password. */
  showsTokens(): boolean;
  /** Which of these files is in one of the directories, as `armedFinding` needs it. */
  armed(directories: readonly string[], files: ArmingFiles): Armed;
}

/** A simple command with a known name, ready for its guard. */
export interface CommandView {
  readonly name: string;
  readonly args: readonly ShellWord[];
  readonly directories: Directories;
  /** Something is piped or redirected into it. */
  readonly fed: boolean;
  /** What is written into it, as far as that is known. */
  readonly input?: Printed | undefined;
  readonly root: string;
  readonly home: string;
  readonly repository: RepositoryFacts;
}

/** What a guard makes of a command. */
export interface CommandReading {
  /** Asks and denials that hold even when a rule allows the command. */
  readonly findings: readonly Finding[];
  readonly paths: readonly PathUse[];
  /** It changes nothing and may run without a rule, if its paths may be read. */
  readonly harmless: boolean;
  /** The name and arguments without what does not change their meaning (`git --no-pager log`); for matching rules. */
  readonly plain?: readonly ShellWord[];
  /** Where its paths are looked up, if not where the shell is. */
  readonly directories?: Directories;
  /** How the words were read. */
  readonly read?: Reading;
  /** Commands that it would run, with words of its own behind them. */
  readonly payloads?: readonly (readonly ShellWord[])[];
}

/** Reads the arguments of the commands it knows. */
export type Guard = (view: CommandView) => CommandReading;
