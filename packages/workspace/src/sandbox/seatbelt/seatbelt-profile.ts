import type { SandboxPolicy } from "../sandbox.port.ts";

/** What a seatbelt profile is made from. All paths are absolute and real. */
export interface SeatbeltFacts {
  readonly policy: SandboxPolicy;
  readonly root: string;
  /** Where temporary files go. */
  readonly scratch: string;
  readonly hidden: readonly string[];
  /** Directories that hold a protected path; they must not be renamed. */
  readonly holders: readonly string[];
  /** Never to be written, there or not. */
  readonly protected: readonly string[];
}

/** A profile for `sandbox-exec -p`. Later rules win over earlier ones, so the order matters. */
export function seatbeltProfile(facts: SeatbeltFacts): string {
  const writes = facts.policy.mode === "workspace-write";
  const writable = [facts.scratch, ...(writes ? [facts.root] : [])];
  return [
    "(version 1)",
    "(deny default)",
    ...["(allow process*)", "(allow signal (target same-sandbox))", "(allow sysctl-read)", "(allow mach-lookup)"],
    ...["(allow ipc-posix*)", "(allow pseudo-tty)", "(allow file-read*)", "(allow file-ioctl)"],
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    `(allow file-write* ${writable.map(subpath).join(" ")})`,
    ...(facts.policy.network ? ["(allow network*)", "(allow system-socket)"] : []),
    ...deny("file-read* file-write*", facts.hidden.map(subpath)),
    // It lies in a hidden directory.
    `(allow file-read* file-write* ${subpath(facts.scratch)})`,
    ...(writes ? deny("file-write*", facts.protected.map(subpath)) : []),
    ...(writes ? deny("file-write-unlink", facts.holders.map(literal)) : []),
    "",
  ].join("\n");
}

function deny(operations: string, places: readonly string[]): readonly string[] {
  return places.length === 0 ? [] : [`(deny ${operations} ${places.join(" ")})`];
}

function subpath(path: string): string {
  return `(subpath ${quote(path)})`;
}

function literal(path: string): string {
  return `(literal ${quote(path)})`;
}

/** A text that ends where it should, whatever is in it. */
function quote(path: string): string {
  return `"${path.replace(/[\\"]/g, "\\$&")}"`;
}
