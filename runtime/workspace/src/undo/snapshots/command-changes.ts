import { join } from "node:path";
import type { Scrubber, ToolContext } from "@toolwright/core";
import { aBoolean, checkOptions } from "@toolwright/core/internal";
import { whileHeld } from "../../tracking/file-locks.ts";
import { acquireProcessLocks } from "../../tracking/process-locks.ts";
import type { ChangeAuthor } from "../../transaction/change-log.port.ts";
import { isInside } from "../../workspace/is-inside.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { appendEntry, settleEntry } from "../append-entry.ts";
import type { CommandChanges, WatchedCommand } from "./command-changes.port.ts";
import { emptyDirectories, type UnusualModes, unusualModes } from "./empty-directories.ts";
import { parseTreeChanges, readTreeChanges } from "./record-tree-changes.ts";
import { ShadowGit } from "./shadow-git.ts";
import { changedSecrets, type Snapshot, takeSnapshot } from "./take-snapshot.ts";

/** More changed files than this are not kept: each costs a process. */
const MAX_FILES = 500;

/** Another process that takes a snapshot is waited for so long (milliseconds). */
const WAIT_MS = 2_000;

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
  /** Only in a git work tree of at most 10,000 files: elsewhere a snapshot may take long. Default false. */
  readonly onlyWhereCheap?: boolean;
}

/** Of a git work tree in which snapshots cost little. */
const MAX_CHEAP_FILES = 10_000;

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
  #state: "new" | "ready" | "given up" = "new";

  readonly #options: CommandChangesOptions;

  constructor(workspace: Workspace, options: CommandChangesOptions) {
    this.#workspace = workspace;
    this.#options = options;
    this.#git = new ShadowGit(workspace);
  }

  async begin({ logger, scrubber }: Pick<ToolContext, "logger" | "scrubber">): Promise<WatchedCommand | undefined> {
    if (this.#state === "given up") return undefined;
    if (this.#state === "new" && this.#options.onlyWhereCheap === true && !(await this.#isCheap())) {
      this.#state = "given up";
      logger.info("What commands change is not kept for undo here: no git work tree of at most 10,000 files");
      return undefined;
    }
    const before = await this.#snapshot(scrubber).catch(() => undefined);
    if (before === undefined) {
      this.#state = "given up";
      logger.warn("What commands change will not be kept for undo here: no snapshot could be taken in time");
      return undefined;
    }
    this.#state = "ready";
    const modes = await unusualModes(this.#workspace, this.#git).catch(() => new Map<string, number>());
    const empty = await emptyDirectories(this.#workspace, this.#git).catch(() => undefined);
    return {
      end: (author) =>
        this.#end({ ...before, modes, empty, scrubber }, author).then(
          () => true,
          (error: unknown) => {
            logger.warn("What a command changed was not kept for undo", { error });
            return false;
          },
        ),
    };
  }

  async #isCheap(): Promise<boolean> {
    const listed = await this.#git.runOnUsers(["ls-files", "-z"]).catch(() => undefined);
    return listed !== undefined && listed.filter((byte) => byte === 0).length <= MAX_CHEAP_FILES;
  }

  async #snapshot(scrubber: Scrubber): Promise<Snapshot | undefined> {
    const { root, home } = this.#workspace;
    if (isInside(root, home)) return undefined;
    const lock = await acquireProcessLocks(this.#workspace, {
      paths: [this.#git.directory],
      holder: "a snapshot",
      waitMs: WAIT_MS,
    });
    const take = async () => {
      if (this.#state === "new") await this.#git.shrink();
      if (!(await this.#git.open())) return undefined;
      return takeSnapshot(this.#workspace, this.#git, { first: this.#state === "new", scrubber });
    };
    return whileHeld<Snapshot | undefined>(lock, take, () => undefined);
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

  async #end(before: Before, author: ChangeAuthor): Promise<void> {
    const after = await this.#snapshot(before.scrubber);
    if (after === undefined) throw new Error("no snapshot could be taken in time");
    const secret = changedSecrets(before.secret, after.secret);
    const isLost = (path: string): boolean =>
      [before, after].some((side) => side.secret.has(path) && side.secret.get(path)?.kept === undefined);
    await this.#record({ before, after, secret: new Set(secret), isLost }, author);
    const lost = secret.filter(isLost);
    if (lost.length > 0) throw new Error(`a registered secret is or was in ${lost.join(", ")}`);
  }

  async #record({ before, after, secret, isLost }: Ended, author: ChangeAuthor): Promise<void> {
    const empty = await this.#empty(before);
    if (before.tree === after.tree && secret.size + empty.made.length + empty.gone.length === 0) return;
    const diff = await this.#git.run(["diff-tree", "-r", "-z", "--raw", "--no-renames", before.tree, after.tree]);
    const inTrees = parseTreeChanges(diff ?? new Uint8Array());
    const others = [...secret].filter((path) => !inTrees.some((change) => change.path === path));
    const all = [...inTrees, ...others.map((path) => ({ path, before: undefined, after: undefined }))];
    const changes = all.filter(({ path }) => !isLost(path));
    if (changes.length > MAX_FILES) throw new Error(`${changes.length} files are more than ${MAX_FILES}`);
    const folders = { before: before.empty ?? new Set<string>(), made: empty.made };
    const options = { git: this.#git, changes, before, after, modes: before.modes, empty: folders };
    const recorded = await readTreeChanges(this.#workspace, { ...options, scrubber: before.scrubber });
    if (recorded === undefined) throw new Error("a content is lost");
    if (recorded.files.length + recorded.directories.length + empty.gone.length === 0) return;
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
  }
}
