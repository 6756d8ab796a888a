import { readFileSync } from "node:fs";
import type { Arguments } from "../workspace/processes.port.ts";
import type { ControlGroup } from "./control-group.ts";

/** Processes and threads that one line of bash may have at the same time: more is a mistake, or a fork bomb. */
export const MAX_TASKS = 2_048;

/** Joins a group and takes a limit, each where there is one, before it becomes what it was given. */
const JOIN = `{ [ -z "$0" ] || echo $$ >"$0"; [ -z "$1" ] || ulimit -u "$1"; } 2>/dev/null; shift; exec "$@"`;

/** The same command, held in a control group and to a number of processes, as far as this machine can do that. */
export function limited(command: Arguments, group: ControlGroup | undefined): Arguments {
  const limit = process.getuid?.() === 0 ? "" : userLimit();
  if (group === undefined && limit === "") return command;
  return ["/bin/bash", "--norc", "--noprofile", "-c", JOIN, group?.door ?? "", limit, ...command];
}

/**
 * Every task of the user counts, also those that ran before, and only root's do not: so the limit is as many more as may be. Empty
 * where it cannot be known how many there are.
 */
function userLimit(): string {
  try {
    const tasks = /\/(\d+)/.exec(readFileSync("/proc/loadavg", "utf8"))?.[1];
    return tasks === undefined ? "" : String(Number(tasks) + MAX_TASKS);
  } catch {
    return "";
  }
}
