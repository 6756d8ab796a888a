import type { MaybePromise } from "@toolwright/core/internal";

/** What a rule comes to whose statements answer at once, as those of SQLite do. */
export function atOnce<T>(answer: MaybePromise<T>): T {
  if (answer instanceof Promise) throw new TypeError("A statement of this store was answered later.");
  return answer;
}
