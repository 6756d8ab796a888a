export type { SqliteApprovals } from "./sqlite/approvals/approvals.ts";
export type { SqliteChanges } from "./sqlite/changes/changes.ts";
export type { SqliteJournal } from "./sqlite/journal/stored-journal.ts";
export type { SqliteLease, SqliteLeases } from "./sqlite/leases/leases.ts";
export { openStore, type SqliteStore, type StoreOptions } from "./sqlite/open-store.ts";
export type { SqliteSummaries } from "./sqlite/summaries/summaries.ts";
export type { SqliteThreads } from "./sqlite/threads/threads.ts";
export { type BackupOptions, type BackupReport, backupStore, type FileBeside } from "./sqlite/upkeep/backup-store.ts";
export { checkStore, type StoreCheck } from "./sqlite/upkeep/check-store.ts";
export {
  type PlaceBeside,
  type RestoreOptions,
  type RestoreReport,
  restoreStore,
} from "./sqlite/upkeep/restore-store.ts";
export * from "./store.ts";
