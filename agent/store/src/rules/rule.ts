import type { MaybePromise } from "../port/maybe-promise.ts";

/**
 * A rule that every store keeps, written once and read from top to bottom: it goes on at `yield* told(answer)` when a
 * statement has been answered. Nothing of it happens before {@link atOnce} or {@link inTime} runs it.
 */
export type Rule<T> = Generator<Promise<unknown>, T, unknown>;

/** What a statement of a store has been answered with, inside a {@link Rule}. */
export function* told<T>(answer: MaybePromise<T>): Rule<T> {
  if (!(answer instanceof Promise)) return answer;
  // A rule that is run in time gets back the value of the promise that it handed out, and one that is run at once hands
  // out none.
  return (yield answer) as T;
}

/** Runs a rule whose statements are answered at once, as those of SQLite are: nothing else happens meanwhile. */
export function atOnce<T>(rule: Rule<T>): T {
  const { done, value } = rule.next();
  if (done !== true) throw new TypeError("A statement of this store was answered later.");
  return value;
}

/** Runs a rule whose statements may be answered later. Rejects where the rule throws. */
export async function inTime<T>(rule: Rule<T>): Promise<T> {
  let step = rule.next();
  while (step.done !== true) step = await resumed(rule, step.value);
  return step.value;
}

async function resumed<T>(rule: Rule<T>, answer: Promise<unknown>): Promise<IteratorResult<Promise<unknown>, T>> {
  let value: unknown;
  try {
    value = await answer;
  } catch (error) {
    return rule.throw(error);
  }
  return rule.next(value);
}
