import { join } from "node:path";
import { isInside } from "../../workspace/is-inside.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { writeGitPreferences } from "../git-preferences.ts";
import { guardedPaths, NEVER_CHANGED, removeUnwanted } from "../guarded-paths.ts";
import { hiddenPaths } from "../hidden-paths.ts";
import { probe } from "../probe.ts";
import type { GuardedPath, Sandbox, SandboxOutcome, SandboxPolicy } from "../sandbox.port.ts";
import { scratchFolder } from "../scratch-folder.ts";

/** Part of macOS. */
const PROGRAM = "/usr/bin/sandbox-exec";

const GIT_PREFERENCES = ".gitconfig";

/** A sandbox of macOS. It is tried out first: what cannot be had here is said, with the reason. */
export async function createSeatbelt(workspace: Workspace, policy: SandboxPolicy): Promise<SandboxOutcome> {
  try {
    const scratch = await scratchFolder(workspace.stateDirectory);
    await writeGitPreferences(join(scratch, GIT_PREFERENCES), workspace.home);
    const sandbox = seatbelt(workspace, policy, scratch);
    const { wrap } = await sandbox.prepare(workspace.root);
    const failure = await probe(wrap(["/bin/bash", "-c", ":"]));
    return failure === undefined
      ? { ok: true, sandbox }
      : { ok: false, reason: `seatbelt does not work here: ${failure}` };
  } catch (error) {
    return { ok: false, reason: `${error instanceof Error ? error.message : String(error)}.` };
  }
}

/** One that was not tried out. */
export function seatbelt({ root, home, stateDirectory }: Workspace, policy: SandboxPolicy, scratch: string): Sandbox {
  const findGuarded = guardedPaths(root, policy);
  return {
    kind: "seatbelt",
    policy,
    async prepare(_cwd, absent = []) {
      const guarded = await findGuarded();
      const profile = seatbeltProfile({
        policy,
        root,
        scratch,
        hidden: (await hiddenPaths(home, stateDirectory)).map(({ path }) => path),
        holders: guarded.holders,
        absent,
        protected: [...guarded.protected.map(({ path }) => path), ...notYetThere(root, guarded.holders)],
      });
      return {
        wrap: (command) => [PROGRAM, "-p", profile, ...command],
        env: {
          TMPDIR: scratch,
          XDG_CACHE_HOME: join(scratch, ".cache"),
          GIT_CONFIG_GLOBAL: join(scratch, GIT_PREFERENCES),
        },
        release: () => removeUnwanted(root, guarded.unwanted),
      };
    },
  };
}

/** Rules need nothing to stand there; a repository that may be written is a holder and stays out. */
function notYetThere(root: string, holders: readonly string[]): readonly string[] {
  return NEVER_CHANGED.map((name) => join(root, name)).filter((path) => !holders.includes(path));
}

/** What a seatbelt profile is made from. All paths are absolute and real. */
export interface SeatbeltFacts {
  readonly policy: SandboxPolicy;
  readonly root: string;
  /** Where temporary files go. */
  readonly scratch: string;
  readonly hidden: readonly string[];
  /** Never to be opened; their names stay. */
  readonly absent: readonly GuardedPath[];
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
    // It lies in a hidden directory, and the workspace may.
    `(allow file-read* file-write* ${subpath(facts.scratch)})`,
    `(deny file-write* ${literal(join(facts.scratch, GIT_PREFERENCES))})`,
    ...(facts.hidden.some((path) => isInside(path, facts.root))
      ? [`(allow file-read*${writes ? " file-write*" : ""} ${subpath(facts.root)})`]
      : []),
    ...deny("file-read-data file-write*", facts.absent.map(place)),
    ...(writes ? deny("file-write*", facts.protected.map(subpath)) : []),
    ...(writes ? deny("file-write-unlink", facts.holders.map(literal)) : []),
    "",
  ].join("\n");
}

function deny(operations: string, places: readonly string[]): readonly string[] {
  return places.length === 0 ? [] : [`(deny ${operations} ${places.join(" ")})`];
}

function place({ path, kind }: GuardedPath): string {
  return kind === "file" ? literal(path) : subpath(path);
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
