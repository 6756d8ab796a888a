export type { SqliteApprovals } from "./approvals/approvals.ts";
export type { SqliteChanges } from "./changes/changes.ts";
export type { SqliteJournal } from "./journal/stored-journal.ts";
export type { SqliteLease, SqliteLeases } from "./leases/leases.ts";
export { openStore, type SqliteStore, type StoreOptions } from "./open-store.ts";
export * from "./store.ts";
export type { SqliteSummaries } from "./summaries/summaries.ts";
export type { SqliteThreads } from "./threads/threads.ts";
