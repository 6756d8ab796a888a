import { fieldIn, isFields, numberIn, textIn, withLooks } from "@toolwright/view/internal";
import { cardsTexts } from "../words/cards.ts";
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
  const { text, shown = text, end } = textAndEnd(result, artifact);
  return { text, shown, facts: end === undefined ? [] : [endWords(end)], isWell: isGood(end) };
}

/** How a command ended, or that it goes on as a job. */
type ShellEnd =
  | { readonly kind: "job"; readonly id: string }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "timedOut" | "aborted" | "running" };

function endWords(end: ShellEnd): string {
  if (end.kind === "job") return cardsTexts.job(end.id);
  if (end.kind === "exit") return cardsTexts.exit(end.code);
  return end.kind === "killed" ? cardsTexts.killedBy(end.signal) : cardsTexts[end.kind];
}

function isGood(end: ShellEnd | undefined): boolean {
  if (end?.kind === "exit") return end.code === 0;
  return end === undefined || end.kind === "job" || end.kind === "running";
}

interface TextAndEnd {
  readonly text: string;
  /** The same with its colours, where it has some. */
  readonly shown?: string;
  readonly end: ShellEnd | undefined;
}

function textAndEnd(result: unknown, artifact: unknown): TextAndEnd {
  const told = programEnd(artifact);
  if (isFields(result) && result.ok === false) return { text: printed(artifact), end: told };
  if (isFields(result) && typeof result.output === "string") {
    // The form of the class tools: {output, error, return_code}.
    const text = [result.output, textIn(result, "error") ?? ""].filter((piece) => piece !== "").join("\n");
    return { text, end: told ?? exitEnd(numberIn(result, "return_code")) };
  }
  const { text } = resultParts(result);
  return { text, shown: withLooks(text, artifact), end: told ?? lastLineEnd(text) };
}

function programEnd(artifact: unknown): ShellEnd | undefined {
  const id = textIn(artifact, "job");
  if (id !== undefined) return { kind: "job", id };
  if (fieldIn(artifact, "timedOut") === true) return { kind: "timedOut" };
  const signal = textIn(artifact, "signal");
  return signal === undefined ? exitEnd(numberIn(artifact, "returnCode")) : { kind: "killed", signal };
}

function exitEnd(code: number | undefined): ShellEnd | undefined {
  return code === undefined ? undefined : { kind: "exit", code };
}

function printed(artifact: unknown): string {
  return `${textIn(artifact, "stdout") ?? ""}${textIn(artifact, "stderr") ?? ""}`;
}

const ENDING = /^\[(?:exit (\d{1,5})|killed by ([A-Z0-9]{1,12})|(timed out|aborted|running))/;
const STARTED = /^Started (j\d{1,9}) /;

function lastLineEnd(text: string): ShellEnd | undefined {
  const [, id] = STARTED.exec(text) ?? [];
  if (id !== undefined) return { kind: "job", id };
  const [, code, signal, word] = ENDING.exec(text.slice(text.lastIndexOf("\n") + 1)) ?? [];
  if (code !== undefined) return { kind: "exit", code: Number(code) };
  if (signal !== undefined) return { kind: "killed", signal };
  if (word === "timed out") return { kind: "timedOut" };
  return word === "aborted" || word === "running" ? { kind: word } : undefined;
}
