import { checkOptions } from "@toolwright/core/internal";
import type { ProcessesPort, ProcessRequest, RunningProcess } from "../workspace/processes.port.ts";
import { ControlGroups } from "./control-group.ts";
import { commandEnvironment } from "./environment.ts";
import { MAX_TASKS } from "./limited.ts";
import { LocalProcess } from "./local-process.ts";
import { locateProgram } from "./locate-program.ts";
import { PipePool } from "./pipe-pool.ts";
import { PROCESS_NAMES, PROCESS_RULES } from "./process-rules.ts";
import { programNames } from "./program-names.ts";

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
const groups = new ControlGroups(MAX_TASKS);

/** Processes of this machine, each in a session of its own. */
export function createLocalProcesses(options: LocalProcessesOptions = {}): ProcessesPort {
  checkOptions<LocalProcessesOptions>(options, {
    of: "createLocalProcesses",
    rules: PROCESS_RULES,
    otherNames: PROCESS_NAMES,
  });
  const parent = options.environment ?? process.env;
  const environment = commandEnvironment(parent, options.passEnvironment);
  return {
    start(request: ProcessRequest): RunningProcess {
      return new LocalProcess(request, { environment, killGraceMs: options.killGraceMs ?? 2_000, pipes, groups });
    },
    wraps: true,
    programNames: () => programNames(parent.PATH ?? ""),
    locate: (name) => locateProgram(name, parent.PATH ?? ""),
  };
}
