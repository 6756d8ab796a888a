// What every subject has to do, so that nobody is given less.

/** The nth call of a run. Arguments differ, so that no guard against repetition steps in. */
export function callAt(number) {
  return { id: `call_${number}`, name: "lookup", input: { path: `notes/file-${number}.md`, line: number } };
}

/** What the tool returns: a small object, as most tools do. */
export function outputOf({ path, line }) {
  return { path, line, text: "The quick brown fox jumps over the lazy dog.", size: 1_024 };
}

export const PROMPT = "Look everything up.";
export const ANSWER = "Everything has been looked up.";
export const DESCRIPTION = "Look up one line of a file.";

/** Counts executions and what was passed to them: a subject that skips a call, or makes one twice, is found out. */
export class Tally {
  calls = 0;
  lines = 0;

  execute(input) {
    this.calls += 1;
    this.lines += input.line;
    return outputOf(input);
  }

  /** Throws when `count` calls, numbered from 0, were not each made once. */
  expect(count, who) {
    const lines = (count * (count - 1)) / 2;
    if (this.calls === count && this.lines === lines) return;
    throw new Error(`${who} made ${this.calls} calls (sum ${this.lines}) instead of ${count} (sum ${lines}).`);
  }
}

/** The calls of each model answer: `steps` answers of `width` calls. */
export function plan({ steps, width }) {
  return Array.from({ length: steps }, (_, step) =>
    Array.from({ length: width }, (_, place) => callAt(step * width + place)),
  );
}
