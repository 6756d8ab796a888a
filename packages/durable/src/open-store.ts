import { resolve } from "node:path";
import type { Conversation, OutputCache } from "@toolwright/core";
import { Approvals } from "./approvals/approvals.ts";
import { ChangeBell } from "./change-bell.ts";
import { Changes } from "./changes/changes.ts";
import { checkStoreOptions } from "./check-store-options.ts";
import { openDatabase } from "./database/open-database.ts";
import { type JournalOptions, StoredJournal } from "./journal/stored-journal.ts";
import { Leases } from "./leases/leases.ts";
import { StoredOutputCache } from "./outputs/stored-output-cache.ts";
import type { StoreCore } from "./store-core.ts";
import { completeLimits, type StoreLimits } from "./store-limits.ts";
import { Summaries } from "./summaries/summaries.ts";
import { Threads } from "./threads/threads.ts";

/** How to open a store. */
export interface StoreOptions {
  /** Path of the database; made where it is missing, readable by its owner only. SQLite puts two more files beside it. */
  readonly file: string;
  readonly limits?: Partial<StoreLimits>;
  /** How long to wait while another process writes, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /** How often to look for what other processes did, while somebody waits for it, in milliseconds. Default 100. */
  readonly pollMs?: number;
  /** Milliseconds since 1970. Default: this machine's clock. */
  readonly now?: () => number;
}

/** Conversations on disk. Several processes may have the same one open. */
export interface Store {
  /** Absolute. */
  readonly file: string;
  readonly threads: Threads;
  readonly approvals: Approvals;
  readonly leases: Leases;
  readonly changes: Changes;
  readonly summaries: Summaries;
  /** For all conversations; an output is read only by the one that saved it. */
  readonly outputs: OutputCache;
  /** The journal of a conversation. Make a new one for every writer, after it has its lease. */
  journal(conversation: Conversation, options?: JournalOptions): StoredJournal;
  /** Stores what is queued, gives leases back and ends all waiting with `closed`. Whatever is asked later throws `closed`. */
  close(): void;
}

/**
 * Opens a store, or makes it. Throws a `StoreError` for a file that is none, is newer, damaged or cannot be written to, and a
 * `TypeError` for an option that does not exist or cannot be.
 */
export function openStore(options: StoreOptions): Store {
  checkStoreOptions(options);
  const { file, limits, busyTimeoutMs = 5_000, pollMs = 100, now = Date.now } = options;
  const complete = completeLimits(limits);
  const database = openDatabase({ file: resolve(file), busyTimeoutMs, maxBytes: complete.databaseBytes });
  const bell = new ChangeBell(database, pollMs);
  const core: StoreCore = { database, bell, limits: complete, now };
  const leases = new Leases(core);
  return {
    file: database.file,
    threads: new Threads(core),
    approvals: new Approvals(core),
    leases,
    changes: new Changes(core),
    summaries: new Summaries(core),
    outputs: new StoredOutputCache(core),
    journal: (conversation, options) => new StoredJournal(core, conversation, options),
    close() {
      if (database.isClosed) return;
      database.flush();
      leases.releaseAll();
      database.close();
      bell.close();
    },
  };
}
