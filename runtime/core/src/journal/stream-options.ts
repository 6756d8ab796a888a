import { checkArgument, checkOptions, nested, type OptionRules, shownValue } from "../options/check-options.ts";
import { aBoolean, aCount, aFunction, withFunctions } from "../options/option-rules.ts";
import { nearestName } from "../text/nearest-name.ts";
import { IS_LIVE } from "./event.ts";
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
  /**
   * Waited for when something has come, before it is read: what comes meanwhile comes in one batch with it. Default:
   * nothing.
   */
  readonly gather?: (() => Promise<unknown>) | undefined;
}

const aJournal = withFunctions(
  "a Journal, such as new MemoryJournal() or store.journal(conversation)",
  "append",
  "read",
);

/** Throws a `TypeError` for a type that there is not, which would never be told of, and for what cannot listen. */
export function checkListener(of: string, type: unknown, listener: unknown): void {
  checkArgument(listener, { of: `The second argument of ${of}`, rule: aFunction });
  const name = typeof type === "string" ? type : "";
  if (name === "*" || Object.hasOwn(IS_LIVE, name)) return;
  const near = nearestName(name, Object.keys(IS_LIVE));
  const right = near === undefined ? '"*" hears all of them.' : `did you mean ${near}?`;
  throw new TypeError(`${of}: there is no event type ${shownValue(type)}; ${right}`);
}

let rules: OptionRules<ActivityStreamOptions> | undefined;

/** Throws a `TypeError` for what a stream cannot be made of: nothing would be stored, and nobody told. */
export function checkStream(journal: unknown, options: ActivityStreamOptions): void {
  if (journal !== undefined) checkArgument(journal, { of: "The first argument of ActivityStream", rule: aJournal });
  rules ??= {
    replay: nested<ReplayLimits>({ events: aCount(0), bytes: aCount(0), steps: aCount(0) }),
    joinOutput: aBoolean,
  };
  checkOptions<ActivityStreamOptions>(options, {
    of: "ActivityStream",
    rules,
    otherNames: { journal: "the first argument: new ActivityStream(journal)" },
  });
}
