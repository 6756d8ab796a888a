import type { KnownTool } from "./known-tool.ts";
import type { Parameter } from "./parameter.ts";
import type { PriorResult } from "./plan.ts";

/** What became of one link of a request. */
export type Outcome =
  | { readonly kind: "ran"; readonly result: PriorResult }
  | {
      readonly kind: "incomplete";
      readonly link: string;
      readonly name: string;
      readonly missing: readonly Parameter[];
    }
  | { readonly kind: "none" | "left_out" | "too_many"; readonly link: string };

const MAX_RESULT = 1200;
const MAX_RESULT_LINES = 20;
const MAX_TOOLS = 30;

/** Writes the answer: what ran with its result (1,200 characters, 20 lines each), what did not, and why. */
export function report(outcomes: readonly Outcome[], tools: readonly KnownTool[]): string {
  const ran = outcomes.filter((outcome) => outcome.kind === "ran");
  const parts = [opening(ran), ...outcomes.map(paragraph)];
  const isLost = outcomes.length === 0 || outcomes.some((outcome) => outcome.kind === "none");
  return [...parts, ...(isLost ? [abilities(tools)] : [])].filter((part) => part !== "").join("\n\n");
}

function opening(ran: readonly { readonly result: PriorResult }[]): string {
  const failed = ran.filter(({ result }) => result.failed).length;
  const calls = ran.length === 1 ? "one tool call" : `${ran.length} tool calls`;
  const failures =
    failed === 0
      ? ""
      : failed === ran.length
        ? failed === 1
          ? ", which failed"
          : ", all of which failed"
        : `, ${failed} of which failed`;
  const did = ran.length === 0 ? "I made no tool call." : `I made ${calls}${failures}.`;
  return `I am not a language model, only a small planner that matches your words to tools. ${did}`;
}

function paragraph(outcome: Outcome): string {
  switch (outcome.kind) {
    case "ran":
      return `${outcome.result.failed ? "Failed: " : ""}${callLine(outcome.result)}\n\n${indented(boundedResult(outcome.result.text))}`;
    case "incomplete":
      return `For "${short(outcome.link)}" I would use ${outcome.name}, but the request does not say: ${outcome.missing.map(need).join("; ")}.`;
    case "none":
      return `I found no tool for "${short(outcome.link)}".`;
    case "left_out":
      return `I left out "${short(outcome.link)}", because it builds on the step before it.`;
    case "too_many":
      return `I did not get to "${short(outcome.link)}": five steps are the most I take.`;
  }
}

function callLine({ name, arguments: given }: PriorResult): string {
  const text = Object.entries(given).map(([key, value]) => `${key}: ${short(JSON.stringify(value))}`);
  return text.length === 0 ? `${name}:` : `${name} (${text.join(", ")}):`;
}

function need({ key, description }: Parameter): string {
  return description === "" ? key : `${key} (${short(description.replace(/[.\s]+$/, ""))})`;
}

function abilities(tools: readonly KnownTool[]): string {
  if (tools.length === 0) return "I was given no tools.";
  const lines = tools.slice(0, MAX_TOOLS).map((tool) => `- ${tool.name}: ${short(tool.summary)}`);
  const more = tools.length > MAX_TOOLS ? [`- and ${tools.length - MAX_TOOLS} more`] : [];
  return ["I can use these tools, if you name what they need:", ...lines, ...more].join("\n");
}

/** Four blanks before each line: in Markdown, a text that stays as it is. */
function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}

/** A result as an answer shows it: 1,200 characters and 20 lines at most. */
export function boundedResult(text: string): string {
  const lines = text.trimEnd().split("\n");
  const kept = cut(lines.slice(0, MAX_RESULT_LINES).join("\n"), MAX_RESULT);
  const isCut = kept.length < text.trimEnd().length;
  return isCut ? `${kept}\n… (the result goes on; the call has all of it)` : kept;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 100 ? `${cut(line, 99)}…` : line;
}

/** Cuts by characters, never through one. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
