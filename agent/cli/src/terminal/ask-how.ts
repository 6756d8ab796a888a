import type { JsonObject } from "@toolwright/core";
import { ruleWords, spelledOnOneLine } from "@toolwright/view/internal";
import { askArguments } from "./ask-arguments.ts";
import { askYes } from "./ask-yes.ts";
import { framed } from "./framed.ts";
import type { MoreLines } from "./show-call.ts";
import type { Choice, Terminal } from "./terminal.ts";

/** What was edited runs in place of what was asked; a refusal has a reason, or none. */
export type Answered =
  | "yes"
  | "always"
  | "session"
  | "all"
  | "stop"
  | { readonly arguments: JsonObject }
  /** Yes, and so many more calls of the program by the same tool. */
  | { readonly times: number }
  | { readonly reason: string | undefined };

/** What the answers depend on. */
export interface HowAsked {
  readonly signal: AbortSignal;
  readonly args: JsonObject;
  /** What "always" would save; empty where nothing can be saved. */
  readonly rules: readonly string[];
  /** What of the call, and of the other questions, was not shown yet. */
  readonly more: MoreLines;
  /** How many other questions may be answered together with it. */
  readonly others: number;
  /** Whether those are all that wait. */
  readonly areAll: boolean;
  /** The tool, where a program makes the call: an answer may count for more of its calls by that tool. */
  readonly byProgram: string | undefined;
}

/** Asks for one of the answers to a call that was shown, and for what that still needs. */
export async function askHow(terminal: Terminal, asked: HowAsked): Promise<Answered> {
  let { more } = asked;
  for (;;) {
    const meant = await askChoice(terminal, { ...asked, more });
    const answered = await askFurther(terminal, asked, meant);
    if (answered === "more") more = more.show();
    else if (answered !== "back") return answered;
  }
}

type Meant = Exclude<Answered, object> | "no" | "edit" | "more" | "program";

/** Whatever saves a rule is said in full: a letter, or the beginning of a word, may be meant for another answer. */
const WORDS: Readonly<Record<string, Meant | undefined>> = Object.assign(Object.create(null), {
  y: "yes",
  yes: "yes",
  always: "always",
  session: "session",
  all: "all",
  n: "no",
  no: "no",
  e: "edit",
  edit: "edit",
  m: "more",
  more: "more",
  p: "program",
  program: "program",
});

/** What an answer still needs: a reason for a no, arguments for an edit, a second yes for what holds from now on. */
async function askFurther(terminal: Terminal, { args, rules, byProgram = "", signal }: HowAsked, meant: Meant) {
  if (meant === "no") return askReason(terminal, signal);
  if (meant === "program") return askTimes(terminal, byProgram, signal);
  if (meant === "always") return askSure(terminal, rules, signal);
  if (meant !== "edit") return meant;
  const edited = await askArguments(args, terminal, signal);
  return typeof edited === "string" ? edited : { arguments: edited };
}

/** What of the choices is meant: asked until it is one of them. */
async function askChoice(terminal: Terminal, asked: HowAsked): Promise<Meant> {
  const choices = choicesOf(asked);
  const prompt = `    ${choices.flatMap(({ inLine = [] }) => inLine).join("; ")} > `;
  for (;;) {
    const answer = await terminal.ask({ prompt, choices, isFramed: true, signal: asked.signal });
    if (answer.kind !== "line") return "stop";
    const meant = WORDS[answer.text.trim().toLowerCase()];
    if (meant !== undefined && choices.some(({ word }) => WORDS[word] === meant)) return meant;
  }
}

/** An answer, and how it is offered where answers are typed; not at all where everybody knows it. */
interface NamedChoice extends Choice {
  readonly inLine?: string;
}

/** Nobody allows what they have not seen. */
function choicesOf({ rules, more, others, areAll, byProgram }: HowAsked): readonly NamedChoice[] {
  const all = `${areAll ? "all" : "these"} ${others + 1}`;
  return [
    ...(more.left > 0 ? [{ key: "m", word: "m", label: "Show more of it", inLine: "m = more" }] : []),
    { key: "1", word: "y", label: "Yes, once", inLine: "y = yes, once" },
    ...(rules.length > 0
      ? [
          { key: "2", word: "always", label: "Yes, and always from now on", inLine: "always = from now on" },
          { key: "s", word: "session", label: "Yes, and in this session", inLine: "session = in this session" },
        ]
      : []),
    ...(byProgram === undefined
      ? []
      : [{ key: "p", word: "p", label: "Yes, and more calls of this program", inLine: "p = and more of the program" }]),
    { key: "3", word: "n", label: "No, and say why", inLine: "n = no" },
    ...(others > 0 && more.left === 0
      ? [{ key: "4", word: "all", label: `Allow ${all}`, inLine: `all = allow ${all}` }]
      : []),
    { key: "e", word: "e", label: "Edit it, and run that" },
  ];
}

/** A rule holds for ever: nobody saves one by a slip, or without having seen it. */
async function askSure(
  terminal: Terminal,
  rules: readonly string[],
  signal: AbortSignal,
): Promise<"always" | "back" | "stop"> {
  const lines = framed(terminal.screen);
  lines.words("  ? From now on, in this folder, nobody is asked about:");
  for (const rule of rules) lines.line(`    ${spelledOnOneLine(rule)}: ${spelledOnOneLine(ruleWords(rule))}`);
  const prompt = "    Save it? y = yes; n = no, back to the question > ";
  const choices = [
    { key: "1", word: "y", label: "Yes, save it, and run this" },
    { key: "2", word: "n", label: "No, back to the question" },
  ];
  const said = await askYes(terminal, { prompt, choices, isFramed: true, goesBack: true, signal });
  if (said === "yes") return "always";
  return said === "no" || said === "back" ? "back" : "stop";
}

/** Calls that one answer may allow. */
const MOST_TIMES = 1_000;

/** How many more calls of the program run unasked: those that come next by this tool, and reach no further. */
async function askTimes(
  terminal: Terminal,
  toolName: string,
  signal: AbortSignal,
): Promise<"back" | "stop" | { readonly times: number }> {
  const prompt = `    How many more calls of ${spelledOnOneLine(toolName)} may this program make? (1 to 1,000) > `;
  for (;;) {
    const answer = await terminal.ask({ prompt, signal, goesBack: true });
    if (answer.kind !== "line") return answer.kind === "back" ? "back" : "stop";
    const text = answer.text.trim();
    if (text === "") return "back";
    const times = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    if (times >= 1 && times <= MOST_TIMES) return { times };
  }
}

async function askReason(
  terminal: Terminal,
  signal: AbortSignal,
): Promise<"back" | "stop" | { readonly reason: string | undefined }> {
  const prompt = "    Why not? (Enter alone stops the run) > ";
  const answer = await terminal.ask({ prompt, signal, goesBack: true });
  if (answer.kind !== "line") return answer.kind === "back" ? "back" : "stop";
  const reason = answer.text.trim();
  return { reason: reason === "" ? undefined : reason };
}
