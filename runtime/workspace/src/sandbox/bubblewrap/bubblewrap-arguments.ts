import { heldBy } from "../../workspace/held-by.ts";
import { isInside } from "../../workspace/is-inside.ts";
import type { GuardedPath, SandboxPolicy } from "../sandbox.port.ts";
import type { Hidden } from "./stand-ins.ts";
import type { ReplacedIndex } from "./unmarked-indexes.ts";

/** What a command line of bubblewrap is made from. All paths are absolute and real. */
export interface BubblewrapFacts {
  readonly policy: SandboxPolicy;
  readonly root: string;
  readonly cwd: string;
  /** A directory of ours that takes the place of `/tmp`. */
  readonly scratch: string;
  readonly gitPreferences: string;
  /** Not to be seen. */
  readonly hidden: readonly GuardedPath[];
  /** Not to be opened; the names stay. */
  readonly absent: readonly Hidden[];
  readonly indexes: readonly ReplacedIndex[];
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
  const isHidden = heldBy(facts.hidden.flatMap(({ path }) => (isInside(path, root) ? [] : [path])));
  const below = facts.hidden.filter(({ path }) => isInside(root, path));
  const others = facts.hidden.filter((hidden) => !below.includes(hidden));
  const absent = facts.absent.filter(({ path }) => !isHidden(path));
  return [
    // Kernel settings are files that belong to root, whatever it may do: a command of root could write them.
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--remount-ro", "/proc"],
    // Sockets in /run and /tmp lead out of the sandbox: the docker socket to root, for example.
    ...["--tmpfs", "/run", "--bind", scratch, "/tmp"],
    ...["--ro-bind", facts.gitPreferences, "/run/gitconfig"],
    ...(facts.resolver === undefined || !policy.network ? [] : ["--ro-bind", facts.resolver, facts.resolver]),
    // The workspace may lie in a hidden directory, or hold one.
    ...others.flatMap(hide),
    ...[writes ? "--bind" : "--ro-bind", root, root],
    ...below.flatMap(hide),
    ...others.flatMap(({ path }) => (isInside(path, root) ? ["--remount-ro", path] : [])),
    ...(writes ? facts.holders.flatMap((path) => ["--bind", path, path]) : []),
    ...(writes ? facts.protected.flatMap(protect) : []),
    ...absent.flatMap(({ path, by }) =>
      by === undefined ? ["--perms", "0000", "--tmpfs", path, "--remount-ro", path] : ["--ro-bind", by, path],
    ),
    ...facts.indexes.flatMap(({ index, by }) => ["--ro-bind", by, index]),
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

/** Many, so none is mounted twice: an empty folder whose mode lets nobody write. */
function hide({ path, kind }: GuardedPath): readonly string[] {
  return kind === "file" ? ["--ro-bind", "/dev/null", path] : ["--perms", "0555", "--tmpfs", path];
}

function protect({ path, kind }: GuardedPath): readonly string[] {
  return kind === "missing" ? ["--tmpfs", path, "--remount-ro", path] : ["--ro-bind", path, path];
}
