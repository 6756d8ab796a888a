import { type Conversation, createScrubber, type LocalOutputCache, type Logger } from "@toolwright/core";
import { consoleLogger } from "@toolwright/core/internal";
import type { ClaimOutcome } from "../port/approvals.ts";
import type { JournalOptions } from "../port/journal.ts";
import type { GivenDecision, Runs } from "../port/runs.ts";
import type { Store, StoreCounts } from "../port/store.ts";
import { completeLimits, type StoreLimits } from "../port/store-limits.ts";
import { OwnLeases } from "../rules/journal/own-leases.ts";
import { textOf } from "../rules/rows/row.ts";
import { answerTo } from "../runs/answer-to.ts";
import { storeRuns } from "../runs/store-runs.ts";
import { SqliteApprovals } from "./approvals/approvals.ts";
import { ChangeBell } from "./change-bell.ts";
import { SqliteChanges } from "./changes/changes.ts";
import { checkStoreOptions } from "./check-store-options.ts";
import { assertRoom } from "./database/assert-room.ts";
import { IN_MEMORY, openDatabase } from "./database/open-database.ts";
import { realFile } from "./database/open-files.ts";
import { SqliteJournal } from "./journal/stored-journal.ts";
import { SqliteLeases } from "./leases/leases.ts";
import { StoredOutputCache } from "./outputs/stored-output-cache.ts";
import { isOpenRun } from "./quarantine/open-run.ts";
import { SqliteRatings } from "./ratings/ratings.ts";
import { RunUpkeep } from "./run-upkeep.ts";
import { SqliteSteers } from "./steers/steers.ts";
import type { StoreCore } from "./store-core.ts";
import { SqliteSummaries } from "./summaries/summaries.ts";
import { SqliteThreads } from "./threads/threads.ts";

/** How to open a store. */
export interface StoreOptions {
  /**
   * Path of the database; made where it is missing, readable by its owner only. SQLite puts two more files beside it.
   * `:memory:` is a store of this process alone, which ends with it.
   */
  readonly file: string;
  readonly limits?: Partial<StoreLimits>;
  /** How long to wait while another process writes, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /** How often to look for what other processes did, while somebody waits for it, in milliseconds. Default 100. */
  readonly pollMs?: number;
  /** Milliseconds since 1970. Default: this machine's clock. */
  readonly now?: () => number;
  /**
   * Told what a limit has put away, and that an older store was migrated. Default: warnings and errors, one line each
   * on stderr.
   */
  readonly logger?: Logger;
}

/** A {@link Store} in one SQLite file: what others only promise, it has at once. */
export interface SqliteStore extends Store {
  /** Absolute and behind every link, or `:memory:`. */
  readonly file: string;
  readonly threads: SqliteThreads;
  readonly approvals: SqliteApprovals;
  readonly leases: SqliteLeases;
  readonly changes: SqliteChanges;
  readonly summaries: SqliteSummaries;
  readonly steers: SqliteSteers;
  readonly ratings: SqliteRatings;
  readonly outputs: LocalOutputCache;
  identity(): string;
  decide(approvalId: string, decision: GivenDecision): ClaimOutcome;
  probe(): Promise<void>;
  counts(): StoreCounts;
  journal(conversation: Conversation, options?: JournalOptions): SqliteJournal;
  close(): void;
}

/**
 * Opens a store, or makes it. Throws a `StoreError` for a file that is none, is newer, damaged or cannot be written to,
 * and a `TypeError` for an option that does not exist or cannot be.
 */
export function openStore(options: StoreOptions): SqliteStore {
  checkStoreOptions(options);
  const { file, limits, busyTimeoutMs = 5_000, pollMs = 100, now = Date.now } = options;
  const { logger = consoleLogger(createScrubber([])) } = options;
  const complete = completeLimits(limits);
  const database = openDatabase({
    file: file === IN_MEMORY ? file : realFile(file),
    busyTimeoutMs,
    maxBytes: complete.databaseBytes,
    onMigrated: (migrated) => logger.warn("the store was brought to a newer schema, and copied before", migrated),
  });
  const bell = new ChangeBell(database, pollMs);
  let threadsArchived = 0;
  const onArchived = (archived: number): void => {
    threadsArchived += archived;
    logger.warn("the limit of threads has put away the least recently used", { archived, limit: complete.threads });
  };
  const upkeep = new RunUpkeep(database, complete);
  const core: StoreCore = { database, bell, upkeep, limits: complete, now, onArchived };
  const leases = new SqliteLeases(core);
  const ownLeases = new OwnLeases({
    acquire: (conversation) => leases.acquire(conversation),
    isOpen: (conversation, runId) => isOpenRun(database, conversation, runId),
  });
  const approvals = new SqliteApprovals(core);
  const summaries = new SqliteSummaries(core);
  const parts: Omit<SqliteStore, keyof Runs> = {
    file: database.file,
    threads: new SqliteThreads(core),
    approvals,
    leases,
    changes: new SqliteChanges(core),
    summaries,
    steers: new SqliteSteers(core),
    ratings: new SqliteRatings(core),
    outputs: new StoredOutputCache(core),
    identity: () => textOf(database.first("SELECT id FROM identity") ?? {}, "id"),
    counts: () => ({ threadsArchived }),
    async probe() {
      await database.queue(() => database.run("UPDATE identity SET id = id"));
      assertRoom(database);
    },
    journal: (conversation, options) => new SqliteJournal(core, conversation, { ...options, ownLeases }),
    close() {
      if (database.isClosed) return;
      upkeep.close();
      summaries.flush();
      database.finish();
      leases.releaseAll();
      database.close();
      bell.close();
    },
  };
  const decide = (approvalId: string, decision: GivenDecision) => approvals.claim(answerTo(approvalId, decision));
  return { ...parts, ...storeRuns(parts), decide };
}
