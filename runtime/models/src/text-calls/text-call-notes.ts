import type { LlmWarning } from "@toolwright/core";

/** Why a call that a model wrote as text stayed text. */
export type StayedText =
  /** Nobody said that such calls are taken. */
  | "not taken"
  | "words before"
  | "words after"
  /** A piece of the answer did not arrive. */
  | "piece lost"
  /** In tags that say nothing of the types of their values. */
  | "markup"
  | "broken JSON";

export interface StayedCalls {
  readonly names: readonly string[];
  readonly why: StayedText;
  /** How they are written, for a sentence. */
  readonly spelling: string;
}

/** Tells a person of calls that stayed text: the cause that was seen, and what to do about it. */
export function stayedText({ names, why, spelling }: StayedCalls): LlmWarning {
  const [cause, advice] = CAUSES[why];
  const message = `The model wrote a call as text (${spelling})${cause}: ${listed(names)}. Nothing was run. ${advice}`;
  return { code: "text_call", message };
}

/** Tells a person of calls that stand in an answer as a quotation. */
export function quotedText(names: readonly string[]): LlmWarning {
  const message =
    `The answer ends in a call (${listed(names)}) that is an example, or stands in what the model was given to read. ` +
    "It counts as a quotation; nothing was run.";
  return { code: "text_call_quoted", message };
}

/** The same words whichever calls they are, so that a run tells of it once. */
export const TAKEN: LlmWarning = {
  code: "text_call_taken",
  message:
    "The model writes its calls as text, and its server does not parse them: an answer that is nothing but a call is " +
    "taken as one. textCalls: false, --no-text-calls, leaves it a text.",
};

const PARSER =
  "Start the server with its parser of tool calls (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice and " +
  "--tool-call-parser)";
const NOT_PARSED = "; its server does not parse it";

const CAUSES: Readonly<Record<StayedText, readonly [cause: string, advice: string]>> = {
  "not taken": [NOT_PARSED, `${PARSER}, or take such texts as calls: textCalls: true, --text-calls.`],
  "words before": [
    `, with words before it${NOT_PARSED}`,
    `${PARSER}, or take calls at the end of an answer too: textCalls: true, --text-calls.`,
  ],
  "words after": [`, and words after it${NOT_PARSED}`, `${PARSER}.`],
  "piece lost": [", and a piece of the answer was lost, which may be a piece of it", "Ask again."],
  markup: [NOT_PARSED, `${PARSER}.`],
  "broken JSON": [", and its JSON is broken", "Ask again, or take a model that writes calls more surely."],
};

function listed(names: readonly string[]): string {
  return [...new Set(names)].slice(0, 5).join(", ");
}
