import type { Arguments } from "../workspace/processes.port.ts";

/**
 * Reports the directory a line ended in on descriptor 209, which was 3: a line that opens its own 3 cannot get into the way.
 * The line itself is the argument, so nothing in it can end the wrapper; it is evaluated whole, as `bash -c` would.
 */
const WRAPPER = `exec 209>&3 3>&-; trap 'builtin pwd -P >&209 2>/dev/null || :' EXIT; eval 'shift;' "$1"`;

/** The program and arguments that run a line of bash, without start-up files or aliases. */
export function shellArguments(line: string): Arguments {
  return ["/bin/bash", "--norc", "--noprofile", "-c", WRAPPER, "bash", line];
}
