export type {
  AlsoAllowed,
  ApprovalRange,
  Approvals,
  ApproverOptions,
  AuditEntry,
  AuditRange,
  ClaimedDecision,
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
  RunRequest,
  StoredJournal,
  StoredRun,
} from "./port/journal.ts";
export type { Lease, LeaseHolder, LeaseOptions, Leases } from "./port/leases.ts";
export type { LiveChannel } from "./port/live.ts";
export type { Rating, RatingRange, Ratings, StoredRating } from "./port/ratings.ts";
export type { GivenDecision, Runs, SaidToRun, StoredRunConfig, StoredRunResult } from "./port/runs.ts";
export type { SteerState, Steers, StoredSteer } from "./port/steers.ts";
export type { Store, StoreCounts } from "./port/store.ts";
export { StoreError, type StoreErrorCode } from "./port/store-error.ts";
export type { StoreLimits } from "./port/store-limits.ts";
export type { Summaries, SummaryRange, SummaryTotals } from "./port/summaries.ts";
export type {
  BegunRange,
  ForkedFrom,
  ForkOptions,
  FoundThread,
  FoundThreads,
  OpenRange,
  RequestedRun,
  RequestRange,
  Thread,
  ThreadMarks,
  ThreadOptions,
  ThreadPage,
  ThreadRange,
  ThreadSearch,
  ThreadStatus,
  Threads,
  TrimRange,
} from "./port/threads.ts";
export { storeRuns } from "./runs/store-runs.ts";
export { openStore, type SqliteStore, type StoreOptions } from "./sqlite/open-store.ts";
export { type BackupOptions, type BackupReport, backupStore } from "./sqlite/upkeep/backup-store.ts";
export { checkStore, type StoreCheck } from "./sqlite/upkeep/check-store.ts";
export {
  type RestoreOptions,
  type RestoreReport,
  restoreStore,
} from "./sqlite/upkeep/restore-store.ts";
