import { cutStart } from "@toolwright/core/internal";
import type { DoneCall } from "./conversation.ts";
import { type PlannedCall, REQUESTS } from "./requests.ts";

/** Lines and characters that are shown of a result. */
const MOST_LINES = 16;
const MOST_CHARACTERS = 1_000;
/** Characters that are shown of an argument. */
const MOST_OF_ARGUMENT = 80;

const WHO = "I am not a language model but a stand-in for one";

/** What is said of a request that makes no call: why, all that is known, and how to get a model. */
export function notUnderstood(why: string): string {
  const others = "set OPENAI_API_KEY, or another provider's key, or choose --model ollama:NAME";
  const known = REQUESTS.map(({ example }) => `- ${example}`);
  return [
    `${WHO} that can list, read, search, run, create and count, and nothing else: for a real one, ${others}.`,
    `I made no call. ${why}`,
    ["These I understand:", "", ...known].join("\n"),
  ].join("\n\n");
}

/** What the calls came to: the beginning of each result, as the tool gave it. */
export function report(done: readonly DoneCall[]): string {
  const failed = done.filter((call) => call.failed).length;
  const calls = done.length === 1 ? "one call" : `${done.length} calls`;
  const made = done.length === 0 ? "no call" : calls;
  const ends = failed === 0 ? "" : `, of which ${failed} failed`;
  return [`${WHO}. I made ${made}${ends}.`, ...done.map(shown)].join("\n\n");
}

/** The calls that were not made, and why. */
export function leftOut(calls: readonly PlannedCall[], why: string): string {
  return `Left out, because ${why}: ${calls.map(callLine).join(", ")}.`;
}

function shown(call: DoneCall): string {
  return `${call.failed ? "Failed: " : ""}${callLine(call)}:\n\n${indented(beginningOf(call.text))}`;
}

function callLine({ name, arguments: given }: PlannedCall): string {
  const pairs = Object.entries(given).map(([key, value]) => `${key}: ${beginningOfLine(JSON.stringify(value))}`);
  return pairs.length === 0 ? name : `${name} (${pairs.join(", ")})`;
}

function beginningOfLine(line: string): string {
  const kept = cutStart(line, MOST_OF_ARGUMENT);
  return kept.length < line.length ? `${kept}…` : kept;
}

function beginningOf(text: string): string {
  const whole = text.trimEnd();
  const kept = cutStart(whole.split("\n").slice(0, MOST_LINES).join("\n"), MOST_CHARACTERS);
  return kept.length < whole.length ? `${kept}\n… (the result goes on)` : kept;
}

/** Four blanks before each line: in Markdown, a text that stays as it is. */
function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}
