import { existsSync } from "node:fs";
import { mkdir, realpath, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { findProgram } from "../find-program.ts";
import { writeGitPreferences } from "../git-preferences.ts";
import { type GuardedPaths, guardedPaths, removeUnwanted } from "../guarded-paths.ts";
import { hiddenPaths } from "../hidden-paths.ts";
import { probe } from "../probe.ts";
import type { GuardedPath, Sandbox, SandboxedStart, SandboxOutcome, SandboxPolicy } from "../sandbox.port.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { type BubblewrapFacts, bubblewrapArguments, seenInside } from "./bubblewrap-arguments.ts";
import { MountsAtOnce } from "./mounts-at-once.ts";
import { systemCallFilter } from "./system-call-filter.ts";
import { UnmarkedIndexes } from "./unmarked-indexes.ts";
import { withFilter } from "./with-filter.ts";

/** Where only our own temporary files are, inside. */
const ENVIRONMENT = {
  TMPDIR: "/tmp",
  XDG_CACHE_HOME: "/tmp/.cache",
  XDG_RUNTIME_DIR: "/tmp",
  npm_config_cache: "/tmp/.npm",
  GIT_CONFIG_GLOBAL: "/run/gitconfig",
};

/**
 * A sandbox of bubblewrap 0.8 or newer (Linux). It is tried out first: what cannot be had here is said, with the
 * reason.
 */
export async function createBubblewrap(workspace: Workspace, policy: SandboxPolicy): Promise<SandboxOutcome> {
  const program = await findProgram("bwrap", workspace.root);
  if (program === undefined) return { ok: false, reason: "bubblewrap is not installed." };
  try {
    const filter = systemCallFilter(process.arch, { unixSockets: policy.network });
    if (filter === undefined) return { ok: false, reason: `There is no system call filter for ${process.arch}.` };
    const folder = await scratchFolder(workspace.stateDirectory);
    await mkdir(join(folder, "tmp"), { mode: 0o700 });
    await writeFile(join(folder, "filter"), filter);
    await writeGitPreferences(join(folder, "gitconfig"), workspace.home);
    await writeFile(join(folder, "locked"), "", { mode: 0 });
    const git = await findProgram("git", workspace.root);
    const indexes = git === undefined ? undefined : new UnmarkedIndexes(git, folder);
    const mount = await findProgram("mount", workspace.root);
    const atOnce = mount === undefined ? undefined : new MountsAtOnce({ bubblewrap: program, mount, folder });
    const sandbox = new Bubblewrap({ workspace, policy, program, folder, indexes, atOnce });
    const start = await sandbox.prepare(workspace.root);
    const failure = await probe(start.wrap(["/bin/bash", "-c", ":"]));
    await start.release();
    return failure === undefined
      ? { ok: true, sandbox }
      : { ok: false, reason: `bubblewrap does not work here: ${failure}` };
  } catch (error) {
    return { ok: false, reason: `${error instanceof Error ? error.message : String(error)}.` };
  }
}

interface BubblewrapOptions {
  readonly workspace: Workspace;
  readonly policy: SandboxPolicy;
  readonly program: string;
  /** Holds `tmp`, which is `/tmp` inside, and what cannot be reached from inside, such as the system call filter. */
  readonly folder: string;
  /** Without git there is nothing to say to it. */
  readonly indexes: UnmarkedIndexes | undefined;
  /** Without `mount` bubblewrap makes all mounts. */
  readonly atOnce: MountsAtOnce | undefined;
}

/** Fewer are mounted sooner by bubblewrap itself. */
const MANY = 16;

class Bubblewrap implements Sandbox {
  readonly kind = "bubblewrap";
  readonly policy: SandboxPolicy;
  readonly #options: BubblewrapOptions;
  readonly #guarded: () => Promise<GuardedPaths>;
  /** Directories that stand only while commands run: a mount point under a running one must not be removed. */
  readonly #placeholders = new Set<string>();
  #running = 0;
  /**
   * Under way while placeholders are taken away: a command that looked meanwhile would count on one that is gone a
   * moment later.
   */
  #clearing: Promise<void> = Promise.resolve();

  constructor(options: BubblewrapOptions) {
    this.#options = options;
    this.policy = options.policy;
    this.#guarded = guardedPaths(options.workspace.root, options.policy);
  }

  async prepare(cwd: string, absent: readonly GuardedPath[] = []): Promise<SandboxedStart> {
    // Counted before anything is looked at: what is there now must not be taken away by a command that ends meanwhile.
    this.#running += 1;
    try {
      await this.#clearing;
      return await this.#prepared(cwd, absent);
    } catch (error) {
      this.#running -= 1;
      throw error;
    }
  }

  async #prepared(cwd: string, absent: readonly GuardedPath[]): Promise<SandboxedStart> {
    const { workspace, policy, program, folder, indexes, atOnce } = this.#options;
    const { root, home, stateDirectory } = workspace;
    const guarded = await this.#guarded();
    const hidden = await hiddenPaths(home, stateDirectory);
    const facts: BubblewrapFacts = {
      policy,
      root,
      cwd,
      scratch: join(folder, "tmp"),
      gitPreferences: join(folder, "gitconfig"),
      indexes: (await indexes?.of(absent)) ?? [],
      locked: join(folder, "locked"),
      hidden,
      holders: guarded.holders,
      protected: guarded.protected,
      resolver: await resolverInRun(),
      absent: seenInside({ hidden, root }, absent).filter(({ path }) => existsSync(path)),
    };
    if (policy.mode === "workspace-write") {
      for (const { path, kind } of guarded.protected) if (kind === "missing") this.#placeholders.add(path);
    }
    const made = facts.absent.length > MANY ? await atOnce?.start(facts) : undefined;
    const plain = [program, ...bubblewrapArguments(facts), "--"];
    return {
      wrap: made?.wrap ?? ((command) => withFilter(folder, [...plain, ...command])),
      env: ENVIRONMENT,
      release: async () => {
        await made?.release();
        return this.#release(guarded.unwanted);
      },
    };
  }

  async #release(unwanted: readonly string[]): Promise<readonly string[]> {
    this.#running -= 1;
    const notes = await removeUnwanted(this.#options.workspace.root, unwanted);
    if (this.#running > 0) return notes;
    this.#clearing = this.#clear();
    await this.#clearing;
    return notes;
  }

  async #clear(): Promise<void> {
    // Innermost first; one that somebody put something into stays.
    const paths = [...this.#placeholders].sort().reverse();
    this.#placeholders.clear();
    for (const path of paths) await rmdir(path).catch(() => undefined);
  }
}

async function resolverInRun(): Promise<string | undefined> {
  const path = await realpath("/etc/resolv.conf").catch(() => undefined);
  return path?.startsWith("/run/") ? path : undefined;
}
