import { join } from "node:path";
import type { Arguments } from "../../workspace/processes.port.ts";

/**
 * A command line that opens the filter of the folder as descriptor 9, for `--seccomp 9`, and a table as descriptor 8,
 * and becomes bubblewrap.
 */
export function withFilter(folder: string, command: readonly string[], table = ""): Arguments {
  return ["/bin/bash", "--norc", "--noprofile", "-c", OPEN, join(folder, "filter"), table, ...command];
}

/** Closes what was inherited first: a directory that is open outside would lead there. */
const OPEN = `for fd in /proc/self/fd/*; do
  case "\${fd##*/}" in [0-3]) ;; *) eval "exec \${fd##*/}>&-" ;; esac
done
[ -z "$1" ] || exec 8<"$1"
shift
exec "$@" 9<"$0"`;
