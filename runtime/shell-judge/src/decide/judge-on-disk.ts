import type { RealPaths } from "../paths/real-paths.ts";
import { type DiskFacts, LEXICAL } from "./disk-facts.ts";
import { Questions } from "./questions.ts";

/** A judgement, and what the disk said to it. */
export interface JudgedOnDisk<T> {
  readonly judged: T;
  readonly facts: DiskFacts;
  /** For `before`, when the same call is judged again. Undefined: the disk was not looked at. */
  readonly grounds: { readonly questions: Questions; readonly assumed: T; readonly answers: string } | undefined;
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
  const questions = before?.grounds?.questions ?? new Questions(disk);
  const { facts } = questions;
  const assumed = before?.grounds === undefined ? judge(facts) : before.grounds.assumed;
  const { isAsAssumed, answers } = await questions.look();
  if (before?.grounds?.answers === answers) return before;
  return { judged: isAsAssumed ? assumed : judge(facts), facts, grounds: { questions, assumed, answers } };
}
