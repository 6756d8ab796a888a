export type { SqliteApprovals } from "./approvals/approvals.ts";
export type { SqliteChanges } from "./changes/changes.ts";
export type { SqliteJournal } from "./journal/stored-journal.ts";
export type { SqliteLease, SqliteLeases } from "./leases/leases.ts";
export { openStore, type SqliteStore, type StoreOptions } from "./open-store.ts";
export type {
  ApprovalRange,
  Approvals,
  AuditEntry,
  AuditRange,
  ClaimOutcome,
  ExpectedApproval,
  IgnoredAnswer,
  PendingApproval,
} from "./port/approvals.ts";
export type { ChangedConversations, Changes, ChangeWatch } from "./port/changes.ts";
export type {
  ExcerptEvent,
  ExcerptRange,
  FollowOptions,
  JournalOptions,
  RunRange,
  StoredJournal,
  StoredRun,
} from "./port/journal.ts";
export type { Lease, LeaseHolder, LeaseOptions, Leases } from "./port/leases.ts";
export type { LiveChannel } from "./port/live.ts";
export type { Store } from "./port/store.ts";
export type { Summaries, SummaryRange, SummaryTotals } from "./port/summaries.ts";
export type { Thread, ThreadOptions, ThreadPage, ThreadRange, ThreadStatus, Threads } from "./port/threads.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
export type { StoreLimits } from "./store-limits.ts";
export type { SqliteSummaries } from "./summaries/summaries.ts";
export type { SqliteThreads } from "./threads/threads.ts";
