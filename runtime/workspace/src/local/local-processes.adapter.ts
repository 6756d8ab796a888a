import { constants } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { anObject, aText, checkOptions, listOf, milliseconds, type OptionRules } from "@toolwright/core/internal";
import type { ProcessesPort, ProcessRequest, RunningProcess } from "../workspace/processes.port.ts";
import { ControlGroups } from "./control-group.ts";
import { commandEnvironment } from "./environment.ts";
import { LINE_LIMITS } from "./line-limits.ts";
import { LocalProcess } from "./local-process.ts";
import { PipePool } from "./pipe-pool.ts";

/** How local processes are started and stopped. */
export interface LocalProcessesOptions {
  /** Default: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Further variables that commands inherit, by name. */
  readonly passEnvironment?: readonly string[];
  /** Milliseconds between SIGTERM and SIGKILL. Default 2,000. */
  readonly killGraceMs?: number;
}

/** One for all workspaces: what it holds ready are open descriptors. */
const pipes = new PipePool();

/** One as well: looking for what dead processes left is done once. */
const groups = new ControlGroups(LINE_LIMITS.tasks);

/** Processes of this machine, each in a session of its own. */
export function createLocalProcesses(options: LocalProcessesOptions = {}): ProcessesPort {
  checkOptions<LocalProcessesOptions>(options, {
    of: "createLocalProcesses",
    rules: PROCESS_RULES,
  });
  const parent = options.environment ?? process.env;
  const environment = commandEnvironment(parent, options.passEnvironment);
  return {
    start(request: ProcessRequest): RunningProcess {
      const { killGraceMs = 2_000 } = options;
      return new LocalProcess(request, { environment, killGraceMs, pipes, groups, limits: LINE_LIMITS });
    },
    wraps: true,
    programNames: () => programNames(parent.PATH ?? ""),
    locate: (name) => locateProgram(name, parent.PATH ?? ""),
  };
}

const MAX_NAMES = 20_000;

/** The names in every directory of a `PATH`, each once, at most 20,000. */
async function programNames(path: string): Promise<readonly string[]> {
  const directories = [...new Set(path.split(delimiter).filter(Boolean))];
  const lists = await Promise.all(directories.map((directory) => readdir(directory).catch(() => [])));
  return [...new Set(lists.flat())].slice(0, MAX_NAMES);
}

/** The programs of this name in the absolute directories of a `PATH`, in its order, as paths. */
async function locateProgram(name: string, path: string): Promise<readonly string[]> {
  if (!/^[\w.+-]+$/.test(name) || /^\.+$/.test(name)) return [];
  const file = process.platform === "win32" ? `${name}.exe` : name;
  const places = [...new Set(path.split(delimiter).filter(isAbsolute))].map((directory) => join(directory, file));
  const found = await Promise.all(places.map(isProgram));
  return places.filter((_, index) => found[index]);
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** What the options of local processes may be. */
export const PROCESS_RULES: OptionRules<LocalProcessesOptions> = {
  environment: anObject,
  passEnvironment: listOf("an array of names of variables", aText),
  killGraceMs: milliseconds,
};
