import { join } from "node:path";
import type { Scrubber, ToolContext } from "@toolwright/core";
import { aBoolean, checkOptions } from "@toolwright/core/internal";
import { whileHeld } from "../../tracking/file-locks.ts";
import { acquireProcessLocks } from "../../tracking/process-locks.ts";
import type { ChangeAuthor } from "../../transaction/change-log.port.ts";
import { isLarge } from "../../transaction/file-content.ts";
import { isInside } from "../../workspace/is-inside.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { appendEntry, settleEntry } from "../append-entry.ts";
import type { CommandChanges, ForeseenLine, KeptFiles, WatchedCommand } from "./command-changes.port.ts";
import { emptyDirectories, type UnusualModes, unusualModes } from "./empty-directories.ts";
import { foreseeFiles, foreseeLoss } from "./foresee-files.ts";
import { whyCostly } from "./is-cheap.ts";
import { apartFromTrees, parseTreeChanges, readTreeChanges } from "./record-tree-changes.ts";
import { ShadowGit } from "./shadow-git.ts";
import { changedSecrets, type SecretFile, type Snapshot, takeSnapshot } from "./take-snapshot.ts";

/** More changed files than this are not kept: each costs a process. */
const MAX_FILES = 500;

/** Another process that takes a snapshot is waited for so long (milliseconds). */
const WAIT_MS = 2_000;
const PATIENT_WAIT_MS = 20_000;

/**
 * Keeps what commands change, by a snapshot of the workspace before and after each: everything but what is ignored,
 * large files (10 MiB) and directories that only tools fill. Needs `git`.
 */
export function createCommandChanges(workspace: Workspace, options: CommandChangesOptions = {}): CommandChanges {
  checkOptions<CommandChangesOptions>(options, {
    of: "createCommandChanges",
    rules: { onlyWhereCheap: aBoolean },
  });
  return new ShadowChanges(workspace, options);
}

/** Where commands are watched. */
export interface CommandChangesOptions {
  /**
   * Only in a folder of at most 10,000 files, and 200 MB where it is no git work tree: elsewhere a snapshot may take
   * long. Default false.
   */
  readonly onlyWhereCheap?: boolean;
}

/** Lines that were foreseen to be kept and have not run, or files that grew. */
const MAX_REMEMBERED = 200;

const NOT_IN_TIME = "no snapshot could be taken in time";
const NOT_WRITTEN = "no snapshot can be written";

interface Before extends Snapshot {
  readonly scrubber: Scrubber;
  readonly modes: UnusualModes;
  /** Undefined: not known, and then none counts as new. */
  readonly empty: ReadonlySet<string> | undefined;
}

interface Ended {
  readonly before: Before;
  readonly after: Snapshot;
  /** Paths with a secret that differ. */
  readonly secret: ReadonlySet<string>;
  /** What cannot be recorded. */
  isLost(path: string): boolean;
}

class ShadowChanges implements CommandChanges {
  readonly #workspace: Workspace;
  readonly #git: ShadowGit;
  readonly #options: CommandChangesOptions;
  readonly #foreseen = new Set<string>();
  /** The run in which a file grew too large to be held, by its mark. */
  readonly #grown = new Map<string, string>();
  #isReady = false;
  #isCheap = false;
  /** Why nothing is kept from now on. */
  #givenUp: string | undefined;

  constructor(workspace: Workspace, options: CommandChangesOptions) {
    this.#workspace = workspace;
    this.#options = options;
    this.#git = new ShadowGit(workspace);
  }

  async begin({ logger, scrubber }: Pick<ToolContext, "logger" | "scrubber">): Promise<WatchedCommand | undefined> {
    if (this.#givenUp !== undefined) return undefined;
    const before = await this.#snapshot(scrubber, !this.#isReady).catch(() => NOT_WRITTEN);
    if (typeof before === "string") {
      this.#givenUp = before;
      const say = this.#options.onlyWhereCheap === true && !this.#isCheap ? logger.info : logger.warn;
      say.call(logger, `What commands change is not kept for undo here: ${before}`);
      return undefined;
    }
    this.#isReady = true;
    const modes = await unusualModes(this.#workspace, this.#git).catch(() => new Map<string, number>());
    const empty = await emptyDirectories(this.#workspace, this.#git).catch(() => undefined);
    return {
      end: (author) =>
        this.#end({ ...before, modes, empty, scrubber }, author).then(
          (changed) => changed || "unchanged",
          (error: unknown) => {
            logger.warn("What a command changed was not kept for undo", { error });
            return false;
          },
        ),
    };
  }

  async foresee(foreseen: ForeseenLine): Promise<KeptFiles> {
    this.#foreseen.delete(foreseen.line);
    const reason = foreseen.background ? "background jobs are not watched" : await this.#hindrance();
    if (reason !== undefined) return foreseeLoss(this.#workspace, foreseen, reason);
    const kept = await foreseeFiles(this.#workspace, this.#git, foreseen);
    const [oldest] = this.#foreseen;
    if (this.#foreseen.size >= MAX_REMEMBERED && oldest !== undefined) this.#foreseen.delete(oldest);
    if (kept.lost === undefined) this.#foreseen.add(foreseen.line);
    return kept;
  }

  broken(line: string): string | undefined {
    return this.#givenUp !== undefined && this.#foreseen.delete(line) ? this.#givenUp : undefined;
  }

  /** Why no snapshot can be taken now, as far as that is known without one. */
  async #hindrance(): Promise<string | undefined> {
    if (this.#givenUp !== undefined) return this.#givenUp;
    const probe = async () => ((await this.#git.takesWrites()) ? undefined : NOT_WRITTEN);
    return this.#withRepository(async () => (await this.#costly()) ?? (await probe())).catch(() => NOT_WRITTEN);
  }

  async #costly(): Promise<string | undefined> {
    if (this.#options.onlyWhereCheap !== true || this.#isCheap) return undefined;
    const reason = await whyCostly(this.#workspace, this.#git);
    this.#isCheap = reason === undefined;
    return reason;
  }

  #snapshot(scrubber: Scrubber, patient: boolean): Promise<Snapshot | string> {
    const take = () => takeSnapshot(this.#workspace, this.#git, { patient, scrubber });
    return this.#withRepository(async () => (await this.#costly()) ?? (await take()) ?? NOT_IN_TIME, patient);
  }

  /** Works with the repository while no other process does; the reason where there can be none. */
  async #withRepository<T>(work: () => Promise<T>, patient = false): Promise<T | string> {
    const { root, home } = this.#workspace;
    if (isInside(root, home)) return "the folder is the home directory, or holds it";
    const lock = await acquireProcessLocks(this.#workspace, {
      paths: [this.#git.directory],
      holder: "a snapshot",
      waitMs: patient ? PATIENT_WAIT_MS : WAIT_MS,
    });
    const opened = async () => {
      if (!this.#isReady) await this.#git.shrink();
      return (await this.#git.open()) ? work() : NOT_WRITTEN;
    };
    return whileHeld<T | string>(lock, opened, () => NOT_IN_TIME);
  }

  /** Empty directories that came and went, relative to the root; but for those that are called like a secret. */
  async #empty({
    empty,
    scrubber,
  }: Before): Promise<{ readonly made: readonly string[]; readonly gone: readonly string[] }> {
    const now = empty && (await emptyDirectories(this.#workspace, this.#git).catch(() => undefined));
    if (empty === undefined || now === undefined) return { made: [], gone: [] };
    const { root, files } = this.#workspace;
    const gone: string[] = [];
    const isNameable = (path: string): boolean => scrubber.secretsIn(path).length === 0;
    for (const path of [...empty].filter(isNameable)) {
      if (now.has(path)) continue;
      if ((await files.stat(join(root, path), { noFollow: true }))?.kind !== "directory") gone.push(path);
    }
    return { made: [...now].filter((path) => !empty.has(path) && isNameable(path)), gone };
  }

  async #end(before: Before, author: ChangeAuthor): Promise<boolean> {
    const after = await this.#snapshot(before.scrubber, true);
    if (typeof after === "string") throw new Error(after);
    const secret = changedSecrets(before.secret, after.secret);
    const isLost = (path: string): boolean =>
      [before, after].some((side) => side.secret.has(path) && side.secret.get(path)?.kept === undefined) ||
      !this.#isKept(before.secret.get(path), author);
    const changed = await this.#record({ before, after, secret: new Set(secret), isLost }, author);
    for (const path of secret) if (!isLost(path)) this.#remember(after.secret.get(path), author);
    const lost = secret.filter(isLost);
    if (lost.length > 0) throw new Error(`a registered secret is or was in ${lost.join(", ")}, or it is too large`);
    return changed;
  }

  /** What a run does with a file that grew too large in it is undone with that growth, back to what is kept. */
  #isKept(file: SecretFile | undefined, { runId }: ChangeAuthor): boolean {
    return file === undefined || !isLarge(file.kept?.content) || this.#grown.get(file.hash) === runId;
  }

  #remember(file: SecretFile | undefined, { runId }: ChangeAuthor): void {
    if (file === undefined || !isLarge(file.kept?.content)) return;
    this.#grown.set(file.hash, runId);
    const [oldest] = this.#grown.keys();
    if (this.#grown.size > MAX_REMEMBERED && oldest !== undefined) this.#grown.delete(oldest);
  }

  /** Whether there was anything to record. */
  async #record({ before, after, secret, isLost }: Ended, author: ChangeAuthor): Promise<boolean> {
    const empty = await this.#empty(before);
    if (before.tree === after.tree && secret.size + empty.made.length + empty.gone.length === 0) return false;
    const diff = await this.#git.run(["diff-tree", "-r", "-z", "--raw", "--no-renames", before.tree, after.tree]);
    const inTrees = parseTreeChanges(diff ?? new Uint8Array());
    const others = [...secret].filter((path) => !inTrees.some((change) => change.path === path));
    const all = [...inTrees, ...(await apartFromTrees(this.#git, { before, after }, others))];
    const changes = all.filter(({ path }) => !isLost(path));
    if (changes.length > MAX_FILES) throw new Error(`${changes.length} files are more than ${MAX_FILES}`);
    const folders = { before: before.empty ?? new Set<string>(), made: empty.made };
    const options = { git: this.#git, changes, before, after, modes: before.modes, empty: folders };
    const recorded = await readTreeChanges(this.#workspace, { ...options, scrubber: before.scrubber });
    if (recorded === undefined) throw new Error("a content is lost");
    if (recorded.files.length + recorded.directories.length + empty.gone.length === 0) return false;
    const { conversation, runId, toolCallId, toolName } = author;
    const { seq } = await appendEntry(this.#workspace, {
      kind: "change",
      conversation,
      runId,
      call: toolCallId,
      tool: toolName,
      reverses: [],
      // Innermost first.
      emptied: empty.gone
        .map((path) => join(this.#workspace.root, path))
        .sort((one, other) => other.length - one.length),
      time: new Date(),
      files: [...recorded.files],
      contents: recorded.contents,
      directories: [...recorded.directories],
    });
    await settleEntry(this.#workspace, conversation, { seq, made: true });
    return true;
  }
}
