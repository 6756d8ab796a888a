import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createScrubber, type Logger } from "@toolwright/core";
import { consoleLogger } from "@toolwright/core/internal";
import type { Runs } from "../port/runs.ts";
import type { Store, StoreCounts } from "../port/store.ts";
import { OwnLeases } from "../rules/journal/own-leases.ts";
import { textOf } from "../rules/rows/row.ts";
import { storeRuns } from "../runs/store-runs.ts";
import { PostgresApprovals } from "./approvals/postgres-approvals.ts";
import { PostgresChanges } from "./changes/postgres-changes.ts";
import { checkPostgresOptions } from "./check-postgres-options.ts";
import { type Address, readAddress } from "./database/address.ts";
import { Database } from "./database/database.ts";
import { loadDriver } from "./database/load-driver.ts";
import { migrate } from "./database/migrate.ts";
import { AppendQueue } from "./journal/append-queue.ts";
import { isOpenRun } from "./journal/is-open-run.ts";
import { PostgresJournal } from "./journal/postgres-journal.ts";
import { PostgresLeases } from "./leases/postgres-leases.ts";
import { ChangeBell } from "./notify/change-bell.ts";
import { ChannelNames } from "./notify/channel-names.ts";
import { PostgresLive } from "./notify/postgres-live.ts";
import { Wire } from "./notify/wire.ts";
import { PostgresOutputs } from "./outputs/postgres-outputs.ts";
import { completePostgresLimits, type PostgresLimits } from "./postgres-limits.ts";
import { PostgresRatings } from "./ratings/postgres-ratings.ts";
import { RunUpkeep } from "./run-upkeep.ts";
import { PostgresSteers } from "./steers/postgres-steers.ts";
import type { StoreCore } from "./store-core.ts";
import { PostgresSummaries } from "./summaries/postgres-summaries.ts";
import { PostgresThreads } from "./threads/postgres-threads.ts";

/** How to open a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /**
   * `postgres://user:password@host:port/database`. After a `?` stand the driver's parameters, such as
   * `sslmode=require`, and the options below but limits, such as `leaseMs=1500`. Stands in no error and no log.
   */
  readonly url: string;
  /**
   * Where the tables are; made where it is missing. Default `toolwright`. Stores of different schemas share nothing.
   */
  readonly schema?: string;
  readonly limits?: Partial<PostgresLimits>;
  /** Connections of this store at most, beside one for messages. Default 10, at least 2. */
  readonly connections?: number;
  /** How long to wait for a connection, in milliseconds. Default 5,000. */
  readonly connectTimeoutMs?: number;
  /** How long one statement may take, in milliseconds. Default 30,000. */
  readonly statementTimeoutMs?: number;
  /** How long to try again while the server is away or restarts, in milliseconds. Default 15,000. */
  readonly retryMs?: number;
  /**
   * How long a lease stands that is not renewed, in milliseconds: so long after a death a run is taken over. Default
   * 15,000, at least 100.
   */
  readonly leaseMs?: number;
  /**
   * How often to look for what a process stored that died before it could tell others, in milliseconds. Default 1,000.
   */
  readonly pollMs?: number;
  /** Told what a limit has put away. Default: warnings and errors, one line each on stderr. */
  readonly logger?: Logger;
}

/** Conversations in PostgreSQL, for any number of servers. */
export interface PostgresStore extends Store {
  /** Where they are, without the password. */
  readonly address: string;
  probe(): Promise<void>;
  counts(): StoreCounts;
  close(): Promise<void>;
}

/** How long closing waits for a server that is away, in milliseconds. */
const GIVING_BACK_MS = 2_000;

/**
 * Opens a store, or makes it. Rejects without the package `pg`, with a `StoreError` for a server that cannot be reached
 * and a schema that is newer or somebody else's, and throws a `TypeError` for an option that does not exist or cannot
 * be.
 */
export async function openPostgresStore(given: PostgresStoreOptions): Promise<PostgresStore> {
  const options = withUrlOptions(given);
  checkPostgresOptions(options);
  const { schema = SCHEMA, pollMs = 1_000, leaseMs = 15_000 } = options;
  const { logger = consoleLogger(createScrubber([])) } = options;
  const limits = completePostgresLimits(options.limits);
  const address = readAddress(options.url);
  const database = await openDatabase(options, address);
  let threadsArchived = 0;
  database.onArchived = (archived) => {
    threadsArchived += archived;
    logger.warn("the limit of threads has put away the least recently used", { archived, limit: limits.threads });
  };
  const names = new ChannelNames(schema);
  const self = randomUUID();
  const wire: Wire = new Wire({ database: database.options, onGap: () => bell.ringAll() });
  const bell = new ChangeBell({ database, wire, names, self, pollMs });
  const appends = new AppendQueue({ database, limits, onStored: (stored) => bell.changed(...stored) });
  const upkeep = new RunUpkeep(database, limits);
  const stands: StoreCore["stands"] = (lease) => leases.stands(lease);
  const core: StoreCore = { database, appends, bell, upkeep, limits, leaseMs, stands };
  const leases: PostgresLeases = new PostgresLeases(core);
  const ownLeases = new OwnLeases({
    acquire: (conversation) => leases.acquire(conversation),
    isOpen: (conversation, runId) => isOpenRun(database, conversation, runId),
  });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await appends.flushed();
    upkeep.close();
    // What cannot be given back now ends with its time.
    await Promise.race([leases.releaseAll(), pause(GIVING_BACK_MS, undefined, { ref: false })]);
    const closed = database.close();
    bell.close();
    await wire.close();
    await closed;
  };
  const parts: Omit<PostgresStore, keyof Runs> = {
    address: address.shown,
    threads: new PostgresThreads(core),
    approvals: new PostgresApprovals(core),
    leases,
    changes: new PostgresChanges(core),
    summaries: new PostgresSummaries(core),
    steers: new PostgresSteers(core),
    ratings: new PostgresRatings(core),
    outputs: new PostgresOutputs(core),
    live: new PostgresLive({ wire, names, self }),
    identity: async () => textOf((await database.first("SELECT identity FROM store_version")) ?? {}, "identity"),
    probe: () => database.probe("UPDATE store_version SET version = version"),
    counts: () => ({ threadsArchived }),
    journal: (conversation, journalOptions) =>
      new PostgresJournal(core, conversation, { ...journalOptions, ownLeases }),
    close: () => (closing ??= close()),
  };
  return { ...parts, ...storeRuns(parts) };
}

const SCHEMA = "toolwright";

/** The connections, with the schema of this version. */
async function openDatabase(options: PostgresStoreOptions, address: Address): Promise<Database> {
  const { schema = SCHEMA, connections = 10, connectTimeoutMs = 5_000 } = options;
  const { statementTimeoutMs = 30_000, retryMs = 15_000 } = options;
  const driver = await loadDriver();
  const timing = { connectTimeoutMs, statementTimeoutMs, retryMs };
  const database = new Database({ driver, address, schema, connections, ...timing });
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const TEXTS = ["schema"] as const;
const NUMBERS = ["connections", "connectTimeoutMs", "statementTimeoutMs", "retryMs", "leaseMs", "pollMs"] as const;

/**
 * The options of a store with those that stand in its address, such as `postgres://…/agents?leaseMs=1500`, for whoever
 * can give an address only. The others win. What is no parameter of ours is the driver's.
 */
export function withUrlOptions(options: PostgresStoreOptions): PostgresStoreOptions {
  if (typeof options.url !== "string" || !URL.canParse(options.url)) return options;
  const url = new URL(options.url);
  const given: Record<string, string | number> = {};
  for (const name of [...TEXTS, ...NUMBERS]) {
    const value = url.searchParams.get(name);
    if (value === null) continue;
    given[name] = isText(name) ? value : numberIn(value);
    url.searchParams.delete(name);
  }
  return Object.keys(given).length === 0 ? options : { ...given, ...options, url: url.href };
}

function isText(name: string): boolean {
  return TEXTS.some((text) => text === name);
}

/** What is no number is refused as one: not by being taken for 0. */
function numberIn(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
