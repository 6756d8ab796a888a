import type { RealPaths } from "../paths/real-paths.ts";
import { type Answers, answersTo, areAsAssumed, areSame, factsOf } from "./answers.ts";
import { type DiskFacts, LEXICAL } from "./disk-facts.ts";
import { Wishes } from "./wishes.ts";

/** A judgement, and what the disk said to it. */
export interface JudgedOnDisk<T> {
  readonly judged: T;
  readonly facts: DiskFacts;
  /** For `before`, when the same call is judged again. Undefined: the disk was not looked at. */
  readonly grounds: { readonly wishes: Wishes; readonly assumed: T; readonly answers: Answers } | undefined;
}

/**
 * Judges with what the disk says. The judge itself stays free of waiting: it judges as if nothing there were
 * remarkable, which shows what matters, and once more where the disk says otherwise. `before` is what was found for the
 * same call by the same rules: it holds as long as the disk says the same. Never rejects unless the judge throws.
 */
export async function judgeOnDisk<T>(
  disk: RealPaths | undefined,
  judge: (facts: DiskFacts) => T,
  before?: JudgedOnDisk<T>,
): Promise<JudgedOnDisk<T>> {
  if (disk === undefined) return before ?? { judged: judge(LEXICAL), facts: LEXICAL, grounds: undefined };
  const { wishes, assumed } = before?.grounds ?? judgedAsAssumed(judge);
  const answers = await answersTo(wishes, disk);
  if (before?.grounds !== undefined && areSame(before.grounds.answers, answers)) return before;
  const facts = factsOf(answers);
  const judged = areAsAssumed(answers, wishes) ? assumed : judge(facts);
  return { judged, facts, grounds: { wishes, assumed, answers } };
}

function judgedAsAssumed<T>(judge: (facts: DiskFacts) => T): { readonly wishes: Wishes; readonly assumed: T } {
  const wishes = new Wishes();
  return { wishes, assumed: judge(wishes.assumed) };
}
