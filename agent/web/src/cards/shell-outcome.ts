import { fieldIn, isFields, numberIn, textIn, withLooks } from "@toolwright/view/internal";
import { resultParts } from "./result-parts.ts";

/** What a command came to. */
export interface ShellOutcome {
  /** What it printed, as far as the result tells it. */
  readonly text: string;
  /** The same with its colours. */
  readonly shown: string;
  /** Short facts: `exit 1`, `timed out`, `job j2`. */
  readonly facts: readonly string[];
  /** Whether it came to a good end, or has not ended. */
  readonly isWell: boolean;
}

/** The outcome of a call of `bash` or of one of its jobs, from what the program sees of it, else from its last line. */
export function shellOutcome(result: unknown, artifact: unknown): ShellOutcome {
  const outcome = textAndFacts(result, artifact);
  return { shown: outcome.text, ...outcome, isWell: !outcome.facts.some((fact) => BAD_END.test(fact)) };
}

const BAD_END = /^(?:exit [1-9]|killed by |timed out|aborted)/;

function textAndFacts(
  result: unknown,
  artifact: unknown,
): Pick<ShellOutcome, "text" | "facts"> & Partial<ShellOutcome> {
  const told = programFacts(artifact);
  if (isFields(result) && result.ok === false) return { text: printed(artifact), facts: told };
  if (isFields(result) && typeof result.output === "string") {
    // The form of the class tools: {output, error, return_code}.
    const text = [result.output, textIn(result, "error") ?? ""].filter((piece) => piece !== "").join("\n");
    return { text, facts: told.length > 0 ? told : exitFact(numberIn(result, "return_code")) };
  }
  const { text } = resultParts(result);
  return { text, shown: withLooks(text, artifact), facts: told.length > 0 ? told : lastLineFacts(text) };
}

function programFacts(artifact: unknown): readonly string[] {
  const job = textIn(artifact, "job");
  if (job !== undefined) return [`job ${job}`];
  if (fieldIn(artifact, "timedOut") === true) return ["timed out"];
  const signal = textIn(artifact, "signal");
  return signal === undefined ? exitFact(numberIn(artifact, "returnCode")) : [`killed by ${signal}`];
}

function exitFact(code: number | undefined): readonly string[] {
  return code === undefined ? [] : [`exit ${code}`];
}

function printed(artifact: unknown): string {
  return `${textIn(artifact, "stdout") ?? ""}${textIn(artifact, "stderr") ?? ""}`;
}

const ENDING = /^\[(exit \d{1,5}|killed by [A-Z0-9]{1,12}|timed out|aborted|running)/;
const STARTED = /^Started (j\d{1,9}) /;

function lastLineFacts(text: string): readonly string[] {
  const [, job] = STARTED.exec(text) ?? [];
  if (job !== undefined) return [`job ${job}`];
  const [, ending] = ENDING.exec(text.slice(text.lastIndexOf("\n") + 1)) ?? [];
  return ending === undefined ? [] : [ending];
}
