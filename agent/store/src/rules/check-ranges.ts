import type { Conversation } from "@toolwright/core";
import {
  aBoolean,
  aFunction,
  aNumber,
  anObject,
  aText,
  checkOptions,
  listOf,
  type OptionRules,
  withFunctions,
} from "@toolwright/core/internal";
import type { ApprovalRange, ApproverOptions, AuditRange, ExpectedApproval } from "../port/approvals.ts";
import type { ExcerptRange, RunRange } from "../port/journal.ts";
import type { LeaseOptions } from "../port/leases.ts";
import type { RatingRange } from "../port/ratings.ts";
import type { SummaryRange } from "../port/summaries.ts";
import type {
  BegunRange,
  ForkOptions,
  OpenRange,
  RequestRange,
  ThreadMarks,
  ThreadOptions,
  ThreadRange,
  ThreadSearch,
  TrimRange,
} from "../port/threads.ts";

const thread: OptionRules<ThreadOptions> = { channel: aText, chatId: aText, title: aText, owner: aText };
const fork: OptionRules<ForkOptions> = { from: anObject, before: aText, after: aText, chatId: aText, title: aText };
const threads: OptionRules<ThreadRange> = {
  channel: aText,
  limit: aNumber,
  cursor: aText,
  archived: aBoolean,
  pinned: aBoolean,
  owner: aText,
};
const marks: OptionRules<ThreadMarks> = { pinned: aBoolean, archived: aBoolean };
const search: OptionRules<ThreadSearch> = { channel: aText, words: aText, limit: aNumber, owner: aText };
const begun: OptionRules<BegunRange> = { channel: aText, message: anObject, limit: aNumber, owner: aText };
const request: OptionRules<RequestRange> = { channel: aText, key: aText };
const kept: OptionRules<TrimRange> = { channel: aText, keep: aNumber, owner: aText };
const open: OptionRules<OpenRange> = { channel: aText, owned: aBoolean, limit: aNumber };
const ratings: OptionRules<RatingRange> = { conversation: anObject, limit: aNumber };
const approvals: OptionRules<ApprovalRange> = { ...ratings, owner: aText };
const audit: OptionRules<AuditRange> = {
  ...approvals,
  approvalId: aText,
  accepted: aBoolean,
  before: aNumber,
};
const expected: OptionRules<ExpectedApproval> = {
  conversation: anObject,
  toolCallId: aText,
  decidedBy: aText,
  rules: listOf("an array of rules", aText),
};
const runs: OptionRules<RunRange> = { before: aNumber, limit: aNumber };
const excerpt: OptionRules<ExcerptRange> = { after: aNumber, before: aNumber, newestFirst: aBoolean };
/** How much of one, leases say themselves. */
const lease: OptionRules<LeaseOptions> = { ttlMs: { form: "a number", fits: (value) => typeof value === "number" } };
const approver: OptionRules<ApproverOptions> = {
  onWaiting: aFunction,
  left: withFunctions("an AbortSignal", "addEventListener"),
};
const summaries: OptionRules<SummaryRange> = { ...ratings, runId: aText };

/** What may be said to each function that lists or makes rows, and what must be. */
const PLACES = {
  "approvals.approver": { rules: approver, needed: [] },
  "threads.create": { rules: thread, needed: ["channel"] },
  "threads.fork": { rules: fork, needed: ["from"] },
  "threads.list": { rules: threads, needed: ["channel"] },
  "threads.mark": { rules: marks, needed: [] },
  "threads.search": { rules: search, needed: ["channel", "words"] },
  "threads.begunWith": { rules: begun, needed: ["channel", "message"] },
  "threads.begunBy": { rules: request, needed: ["channel", "key"] },
  "threads.trim": { rules: kept, needed: ["channel", "keep"] },
  "threads.open": { rules: open, needed: [] },
  "threads.interrupted": { rules: open, needed: [] },
  "threads.quarantined": { rules: open, needed: [] },
  "approvals.list": { rules: approvals, needed: [] },
  "approvals.audit": { rules: audit, needed: [] },
  "approvals.claim": { rules: expected, needed: [] },
  "journal.runs": { rules: runs, needed: [] },
  "journal.excerpt": { rules: excerpt, needed: [] },
  "leases.acquire": { rules: lease, needed: [] },
  "ratings.list": { rules: ratings, needed: [] },
  "summaries.list": { rules: summaries, needed: [] },
} as const;

/**
 * Throws a `TypeError` for a range that no function of a store knows: a misspelt one would list what nobody asked for.
 */
export function checkRange(of: keyof typeof PLACES, range: object): void {
  const { rules, needed } = PLACES[of];
  checkOptions<Record<string, unknown>>(range, { of, rules, needed });
}

/** How many rows a list may have that asks for so many: at most 1,000. */
export function listed(limit: number): number {
  return Math.min(Math.max(0, Math.trunc(limit)), MAX_LISTED);
}

const MAX_LISTED = 1_000;

/** The names of a conversation, and nothing else that was given with them. Throws a `TypeError` for what has none. */
export function conversationOf(given: Conversation, of: string): Conversation {
  const { channel, chatId }: { readonly channel?: unknown; readonly chatId?: unknown } = Object(given);
  if (typeof channel === "string" && typeof chatId === "string") return { channel, chatId };
  throw new TypeError(`${of} takes a conversation: { channel, chatId }, two strings.`);
}

/** The same for a fork, which is made at one place. */
export function checkFork(options: ForkOptions): void {
  checkRange("threads.fork", options);
  if (options.before === undefined || options.after === undefined) return;
  throw new TypeError("threads.fork takes before or after, not both: the fork ends at one place.");
}
