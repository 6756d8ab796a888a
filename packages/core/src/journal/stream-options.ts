import { checkArgument, checkOptions, nested } from "../options/check-options.ts";
import { aBoolean, aCount, withFunctions } from "../options/option-rules.ts";
import type { ReplayLimits } from "./replay-buffer.ts";

/** Options of a stream. */
export interface ActivityStreamOptions {
  /** What late readers can still get, live events included. */
  readonly replay?: Partial<ReplayLimits>;
  /** `false`: a running call's output is published in the pieces in which its tool emits it. Default true: joined. */
  readonly joinOutput?: boolean;
}

/** What to follow, and how long. */
export interface FollowRange {
  /** Default: the newest event. */
  readonly after?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly until?: Promise<unknown> | undefined;
  /** Waited for when something has come, before it is read: what comes meanwhile comes in one batch with it. Default: nothing. */
  readonly gather?: (() => Promise<unknown>) | undefined;
}

const aJournal = withFunctions(
  "a Journal, such as new MemoryJournal() or store.journal(conversation)",
  "append",
  "read",
);

/** Throws a `TypeError` for what a stream cannot be made of: nothing would be stored, and nobody told. */
export function checkStream(journal: unknown, options: ActivityStreamOptions): void {
  if (journal !== undefined) checkArgument(journal, { of: "The first argument of ActivityStream", rule: aJournal });
  checkOptions<ActivityStreamOptions>(options, {
    of: "ActivityStream",
    rules: {
      replay: nested<ReplayLimits>({ events: aCount(0), bytes: aCount(0), steps: aCount(0) }),
      joinOutput: aBoolean,
    },
    otherNames: { journal: "the first argument: new ActivityStream(journal)" },
  });
}
