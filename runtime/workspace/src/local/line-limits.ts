import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import type { Arguments } from "../workspace/processes.port.ts";
import type { ControlGroup } from "./control-group.ts";

/** How much one line of bash may have of a machine. */
export interface LineLimits {
  /** Processes and threads at the same time: more is a mistake, or a fork bomb. */
  readonly tasks: number;
  /** Bytes that a file may come to. */
  readonly fileBytes: number;
  /** Bytes of memory for each program of a line that only looks; a build may reserve more than there is. */
  readonly memoryBytes: number;
}

/** Disks are filled by files without an end, and no file of a build is as large as this. */
export const MAX_FILE_GIB = 16;

/** Of every line. */
export const LINE_LIMITS: LineLimits = {
  tasks: 2_048,
  fileBytes: MAX_FILE_GIB * 2 ** 30,
  memoryBytes: Math.floor(Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 2),
};

/** A command that is about to be started. */
export interface LimitedCommand {
  readonly command: Arguments;
  readonly group: ControlGroup | undefined;
  /** Every program of the line is known and only looks. */
  readonly looks: boolean;
}

/** The same command, held in a control group and to the limits of a line, as far as this machine can do that. */
export function limited({ command, group, looks }: LimitedCommand, limits: LineLimits): Arguments {
  const tasks = process.getuid?.() === 0 ? "" : userLimit(limits.tasks);
  const memory = looks ? inKiB(limits.memoryBytes) : "";
  const given = [group?.door ?? "", tasks, inKiB(limits.fileBytes), memory] as const;
  return ["/bin/bash", "--norc", "--noprofile", "-c", JOIN, ...given, ...command];
}

/** Joins a group and takes limits, each where there is one, before it becomes what it was given. */
const JOIN = `{ [ -z "$0" ] || echo $$ >"$0"; [ -z "$1" ] || ulimit -u "$1"; ulimit -f "$2"
[ -z "$3" ] || ulimit -d "$3"; } 2>/dev/null; shift 3; exec "$@"`;

function inKiB(bytes: number): string {
  return String(Math.floor(bytes / 1_024));
}

/**
 * Every task of the user counts, also those that ran before, and only root's do not: so the limit is as many more as
 * may be. Empty where it cannot be known how many there are.
 */
function userLimit(more: number): string {
  try {
    const tasks = /\/(\d+)/.exec(readFileSync("/proc/loadavg", "utf8"))?.[1];
    return tasks === undefined ? "" : String(Number(tasks) + more);
  } catch {
    return "";
  }
}
