/** A pattern that cannot be used. Its message says why in ripgrep's words. */
export class PatternProblem extends Error {
  override readonly name = "PatternProblem";
}
