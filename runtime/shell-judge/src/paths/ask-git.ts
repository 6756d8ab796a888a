import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, parse, resolve } from "node:path";
import { isInside } from "./lexical.ts";

/** A repository as git finds it from a folder. */
export interface FoundRepository {
  /** The folder that holds its files, as links really lead. */
  readonly top: string;
  /** It is the one that was asked about, and not one above it or elsewhere. */
  readonly begins: boolean;
  /** Where git keeps its files, and those that working trees share. */
  readonly directory: string;
  readonly common: string;
  /** The folder of its hooks. */
  readonly hooks: string;
}

/**
 * What git prints when it is asked about the repository of a folder. Nothing that the repository or the folder brings
 * runs, and of configurations git sees that of the repository alone. Undefined: git failed, took too long, or is not
 * there.
 */
export function askGit(directory: string, args: readonly string[]): Promise<string | undefined> {
  const options = {
    // Windows looks for programs where a process starts.
    cwd: parse(directory).root,
    env: environment(directory),
    encoding: "utf8" as const,
    timeout: MAX_MS,
    killSignal: "SIGKILL" as const,
    maxBuffer: MAX_BYTES,
    windowsHide: true,
  };
  return new Promise((settle) => {
    execFile("git", ["-C", directory, ...SETTINGS, ...args], options, (error, stdout) => {
      settle(error === null ? stdout : undefined);
    });
  });
}

/** The repository that git finds from a folder, upwards; undefined where it finds none, or has no files to look at. */
export async function findRepository(directory: string): Promise<FoundRepository | undefined> {
  const said = await askGit(directory, ["rev-parse", ...ASKED]);
  const answers = said?.split("\n") ?? [];
  if (answers.length !== ASKED_LINES + 1) return undefined;
  const [top = "", ...paths] = answers;
  const [own = "", common = "", hooks = ""] = paths.map((path) => resolve(directory, path));
  return {
    top,
    begins: resolve(top) === realpathSync(directory),
    directory: realpathSync(own),
    common: realpathSync(common),
    hooks,
  };
}

const MAX_MS = 5_000;

const MAX_BYTES = 67_108_864;

const ASKED = ["--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--git-path", "hooks"];

const ASKED_LINES = 4;

/** No question that is asked here runs a hook. */
const SETTINGS = [
  ...["core.fsmonitor=false", "safe.bareRepository=explicit"],
  // A repository of somebody else is obeyed by a git that the person has told to.
  "safe.directory=*",
].flatMap((setting) => ["-c", setting]);

/** That of this process without what steers git, and without programs that the folder would bring. */
function environment(directory: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  const named = kept.map(([name, value]) => [name, /^path$/i.test(name) ? pathOutside(directory, value) : value]);
  return {
    ...Object.fromEntries(named),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_OPTIONAL_LOCKS: "0",
    // What is missing in a partial clone would be fetched, by a program that its configuration names.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
  };
}

function pathOutside(directory: string, path = ""): string {
  const outside = (entry: string) => isAbsolute(entry) && !isInside(resolve(entry), directory);
  return path.split(delimiter).filter(outside).join(delimiter);
}
