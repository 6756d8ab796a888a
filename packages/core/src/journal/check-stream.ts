import { checkArgument, checkOptions } from "../options/check-options.ts";
import { aBoolean, aCount, anObject, withFunctions } from "../options/option-rules.ts";
import type { ActivityStreamOptions } from "./activity-stream.ts";
import type { ReplayLimits } from "./replay-buffer.ts";

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
    rules: { replay: anObject, joinOutput: aBoolean },
    otherNames: { journal: "the first argument: new ActivityStream(journal)" },
  });
  if (options.replay === undefined) return;
  const rules = { events: aCount(0), bytes: aCount(0) };
  checkOptions<ReplayLimits>(options.replay, { of: "The replay of ActivityStream", rules });
}
