import { heldBy } from "../../workspace/held-by.ts";
import { isInside } from "../../workspace/is-inside.ts";
import type { GuardedPath, SandboxPolicy } from "../sandbox.port.ts";
import type { ReplacedIndex } from "./unmarked-indexes.ts";

/** What a command line of bubblewrap is made from. All paths are absolute and real. */
export interface BubblewrapFacts {
  readonly policy: SandboxPolicy;
  readonly root: string;
  readonly cwd: string;
  /** A directory of ours that takes the place of `/tmp`. */
  readonly scratch: string;
  readonly gitPreferences: string;
  /** A file that nobody may read. */
  readonly locked: string;
  /** Not to be seen. */
  readonly hidden: readonly GuardedPath[];
  /** Not to be opened; the names stay. A mount point that is not there would be made. */
  readonly absent: readonly GuardedPath[];
  readonly indexes: readonly ReplacedIndex[];
  /** Directories that hold a protected path: mount points cannot be renamed, so these must be mount points too. */
  readonly holders: readonly string[];
  /** Never to be written, outermost first. */
  readonly protected: readonly GuardedPath[];
  /** Where `/etc/resolv.conf` really is, when that is in `/run`. */
  readonly resolver: string | undefined;
}

/** The arguments of `bwrap`, up to what comes after `--`. */
export function bubblewrapArguments(facts: BubblewrapFacts): readonly string[] {
  return [
    ...places(facts),
    ...CLOSED_SETTINGS,
    ...facts.absent.flatMap(({ path, kind }) =>
      kind === "file" ? ["--ro-bind", facts.locked, path] : ["--perms", "0000", "--tmpfs", path, "--remount-ro", path],
    ),
    ...outside(facts),
    ...inside(facts),
  ];
}

/**
 * The same in two: the first has the right to mount in what it has made, the second takes all rights away. What is
 * absent is left out; stand-ins for it are at `STAND_INS`.
 */
export function twoBubblewraps(facts: BubblewrapFacts): Record<"first" | "second", readonly string[]> {
  const { file, folder } = STAND_INS;
  const standIns = ["--ro-bind", facts.locked, file, "--perms", "0000", "--tmpfs", folder, "--remount-ro", folder];
  const asRoot = ["--unshare-user", "--uid", "0", "--gid", "0", "--cap-add", "ALL"];
  const ids = ["--uid", String(process.getuid?.()), "--gid", String(process.getgid?.())];
  return {
    first: [...places(facts), ...standIns, ...outside(facts), ...asRoot, "--die-with-parent"],
    second: ["--dev-bind", "/", "/", ...CLOSED_SETTINGS, ...inside(facts), ...ids],
  };
}

/** What a mount in the place of a hidden file or folder shows. It is read-only, and so are mounts of it. */
export const STAND_INS = { file: "/run/hidden-file", folder: "/run/hidden-folder" };

/** Kernel settings are files that belong to root, whatever it may do: a command of root could write them. */
const CLOSED_SETTINGS: readonly string[] = ["--remount-ro", "/proc"];

/** Later mounts lie over earlier ones, so the order matters. */
function places(facts: BubblewrapFacts): readonly string[] {
  const { policy, root, scratch } = facts;
  const writes = policy.mode === "workspace-write";
  const below = facts.hidden.filter(({ path }) => isInside(root, path));
  const others = facts.hidden.filter((hidden) => !below.includes(hidden));
  return [
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
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
    ...facts.indexes.flatMap(({ index, by }) => ["--ro-bind", by, index]),
  ];
}

/** What else of the machine is not reached. */
function outside({ policy }: BubblewrapFacts): readonly string[] {
  const apart = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
  return policy.network ? apart : [...apart, "--unshare-net"];
}

/** How a command starts: without rights, and without a way to more. */
function inside({ cwd }: BubblewrapFacts): readonly string[] {
  const rights = ["--seccomp", "9", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"];
  return [...rights, "--die-with-parent", "--new-session", "--chdir", cwd];
}

/** Those of these paths that a command sees. */
export function seenInside(
  { hidden, root }: Pick<BubblewrapFacts, "hidden" | "root">,
  paths: readonly GuardedPath[],
): readonly GuardedPath[] {
  const isHidden = heldBy(hidden.flatMap(({ path }) => (isInside(path, root) ? [] : [path])));
  const isElsewhere = heldBy([...hidden.map(({ path }) => path), "/dev", "/proc", "/run", "/tmp"]);
  return paths.filter(({ path }) => !(isInside(root, path) ? isHidden(path) : isElsewhere(path)));
}

/** Many, so none is mounted twice: an empty folder whose mode lets nobody write. */
function hide({ path, kind }: GuardedPath): readonly string[] {
  return kind === "file" ? ["--ro-bind", "/dev/null", path] : ["--perms", "0555", "--tmpfs", path];
}

function protect({ path, kind }: GuardedPath): readonly string[] {
  return kind === "missing" ? ["--tmpfs", path, "--remount-ro", path] : ["--ro-bind", path, path];
}
