// What adapters of the `Store` share: nothing here needs SQLite. No promise of stability outside of this repository.
export { createApprover, type Questions } from "./approvals/approver.ts";
export { type Asked, bindingOf } from "./approvals/binding-of.ts";
export {
  answerIn,
  askOnce,
  auditEntryOf,
  checkClaim,
  claimOnce,
  type KnownAnswer,
  type QuestionStatements,
} from "./approvals/rules.ts";
export { Watches } from "./changes/watches.ts";
export { checkFork, checkRange, conversationOf, listed } from "./check-ranges.ts";
export { checkLimits } from "./check-store-options.ts";
export { conditions, numbered } from "./database/conditions.ts";
export { numberOf, optionalNumber, optionalText, type Row, textOf } from "./database/row.ts";
export { SUMS_OF_SAID } from "./database/usage-columns.ts";
export { isUse, storedUsage } from "./journal/event-effects.ts";
export { followJournal, type News } from "./journal/follow-journal.ts";
export { JournalEnd } from "./journal/journal-end.ts";
export { messageHash, type PreparedEvent, prepareEvent } from "./journal/prepare-event.ts";
export { type EventRange, eventIn, MAX_SAID } from "./journal/read-events.ts";
export { type Held, HeldLeases, newLease } from "./leases/held-leases.ts";
export { type Holding, isKnownToLive, isLive, MAX_TTL_MS, ownHolder } from "./leases/holder.ts";
export { type HeldRow, heldRowOf } from "./leases/lease.ts";
export { linesOf } from "./outputs/lines-of.ts";
export { newOutput, OUTPUT_ENTRY_BYTES, refIn } from "./outputs/new-output.ts";
export { piecesOf } from "./outputs/pieces-of.ts";
export { CallsUnderWay } from "./quarantine/calls-under-way.ts";
export { deathsText, eventsAfter, MOST_ATTEMPTS, mayBeTakenUp, type OpenRun, withDeath } from "./quarantine/deaths.ts";
export { openRunOf, selectOpenRun } from "./quarantine/open-run.ts";
export { checkedRating, ratingOf } from "./ratings/rating-row.ts";
export { inTime } from "./rule.ts";
export { saidIn } from "./search/said-in.ts";
export { comparedWords, excerptOf, searchTerms } from "./search/words.ts";
export { type SteerStatements, sayOnce, steerOf, steerQueue, steerText, takeBack } from "./steers/rules.ts";
export { completeLimits } from "./store-limits.ts";
export {
  COLUMNS as SUMMARY_COLUMNS,
  summaryOf,
  totalsOf as summaryTotalsOf,
  valuesOf as summaryValues,
} from "./summaries/summary-row.ts";
export { firstSaidIn, firstSaidOf, READ_AT_ONCE, saidHash } from "./threads/first-said.ts";
export { requestedRunOf } from "./threads/requested-run.ts";
export { isRowFree, namesIn, pageOf, threadOf, usageIn } from "./threads/thread.ts";
export { cleanTitle, forkRefused, listPlace, settingsText, shownAtOnce } from "./threads/thread-input.ts";
