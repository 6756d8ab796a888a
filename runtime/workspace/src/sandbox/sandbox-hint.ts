import type { SandboxPolicy } from "./sandbox.port.ts";

/** How programs say that they were stopped, in the last part of what they print. */
const REFUSALS =
  /read-only file system|erofs|operation not permitted|permission denied|network is unreachable|could not resolve|name resolution|enetunreach|eai_again|enotfound|failed to connect|(?:could(?: not|n't)|cannot) connect|connection to server|connection refused/i;

/** Looked at, from the end (UTF-16 units). */
const MAX_LOOKED_AT = 4_000;

/** What to say when a command that failed seems to have met the sandbox; undefined when it does not. */
export function sandboxHint(policy: SandboxPolicy, printed: string): string | undefined {
  return REFUSALS.test(printed.slice(-MAX_LOOKED_AT)) ? `sandboxed: ${describeSandbox(policy)}` : undefined;
}

/** A policy in a few words. */
export function describeSandbox({ mode, network, gitWrites }: SandboxPolicy): string {
  const files = mode === "read-only" ? "no file may be written but in /tmp" : "writes only to the workspace and /tmp";
  const git = mode === "read-only" || gitWrites ? [] : ["not to .git"];
  return [files, ...git, network ? "network on" : "no network"].join(", ");
}
