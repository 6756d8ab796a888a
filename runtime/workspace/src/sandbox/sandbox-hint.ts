import type { SandboxPolicy } from "./sandbox.port.ts";

/** How programs say that they were stopped, in the last part of what they print. */
const REFUSALS =
  /read-only file system|erofs|operation not permitted|permission denied|network is unreachable|could not resolve|name resolution|enetunreach|eai_again|enotfound|failed to connect|(?:could(?: not|n't)|cannot) connect|connection to server|connection refused/i;

/** Looked at, from the end (UTF-16 units). */
const MAX_LOOKED_AT = 4_000;

/** How programs end without a word that were told to be silent, and found no network. */
const SILENT: readonly (readonly [program: RegExp, codes: readonly number[]])[] = [
  // https://curl.se/libcurl/c/libcurl-errors.html: no host, no connection.
  [/\bcurl\b/, [6, 7]],
  // https://www.gnu.org/software/wget/manual/html_node/Exit-Status.html: network failure.
  [/\bwget\b/, [4]],
];

/** A command that failed, and what it printed. */
export interface FailedCommand {
  readonly command: string;
  readonly code: number;
  readonly printed: string;
}

/** What to say when a command that failed seems to have met the sandbox; undefined when it does not. */
export function sandboxHint(policy: SandboxPolicy, failed: FailedCommand): string | undefined {
  const isRefused = REFUSALS.test(failed.printed.slice(-MAX_LOOKED_AT));
  return isRefused || isSilent(policy, failed) ? `sandboxed: ${describeSandbox(policy)}` : undefined;
}

function isSilent({ network }: SandboxPolicy, { command, code, printed }: FailedCommand): boolean {
  if (network || printed.trim() !== "") return false;
  return SILENT.some(([program, codes]) => program.test(command) && codes.includes(code));
}

/** A policy in a few words. */
export function describeSandbox({ mode, network, gitWrites }: SandboxPolicy): string {
  const files = mode === "read-only" ? "no file may be written but in /tmp" : "writes only to the workspace and /tmp";
  const git = mode === "read-only" || gitWrites ? [] : ["not to .git"];
  return [files, ...git, network ? "network on" : "no network"].join(", ");
}
