import type { GuardedPath } from "../guarded-paths.ts";
import type { SandboxPolicy } from "../sandbox.port.ts";

/** What a command line of bubblewrap is made from. All paths are absolute and real. */
export interface BubblewrapFacts {
  readonly policy: SandboxPolicy;
  readonly root: string;
  readonly cwd: string;
  /** A directory of ours that takes the place of `/tmp`. */
  readonly scratch: string;
  /** Not to be seen. */
  readonly hidden: readonly GuardedPath[];
  /** Directories that hold a protected path: mount points cannot be renamed, so these must be mount points too. */
  readonly holders: readonly string[];
  /** Never to be written, outermost first. */
  readonly protected: readonly GuardedPath[];
  /** Where `/etc/resolv.conf` really is, when that is in `/run`. */
  readonly resolver: string | undefined;
}

/** The arguments of `bwrap`, up to what comes after `--`. Later mounts lie over earlier ones, so the order matters. */
export function bubblewrapArguments(facts: BubblewrapFacts): readonly string[] {
  const { policy, root, cwd, scratch } = facts;
  const writes = policy.mode === "workspace-write";
  return [
    // Kernel settings are files that belong to root, whatever it may do: a command of root could write them.
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--remount-ro", "/proc"],
    // Sockets in /run and /tmp lead out of the sandbox: the docker socket to root, for example.
    ...["--tmpfs", "/run", "--bind", scratch, "/tmp"],
    ...(facts.resolver === undefined || !policy.network ? [] : ["--ro-bind", facts.resolver, facts.resolver]),
    ...facts.hidden.flatMap(hide),
    ...[writes ? "--bind" : "--ro-bind", root, root],
    ...(writes ? facts.holders.flatMap((path) => ["--bind", path, path]) : []),
    ...(writes ? facts.protected.flatMap(protect) : []),
    ...[
      "--unshare-user",
      "--disable-userns",
      "--unshare-pid",
      "--unshare-ipc",
      "--unshare-uts",
      "--unshare-cgroup-try",
    ],
    ...(policy.network ? [] : ["--unshare-net"]),
    ...["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--chdir", cwd],
  ];
}

function hide({ path, kind }: GuardedPath): readonly string[] {
  return kind === "file" ? ["--ro-bind", "/dev/null", path] : ["--tmpfs", path, "--remount-ro", path];
}

function protect({ path, kind }: GuardedPath): readonly string[] {
  return kind === "missing" ? ["--tmpfs", path, "--remount-ro", path] : ["--ro-bind", path, path];
}
