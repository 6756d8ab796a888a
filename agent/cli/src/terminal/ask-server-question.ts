import type { Json, JsonObject } from "@toolwright/core";
import {
  type QuestionField,
  readAnswer,
  type ServerQuestion,
  spelledOnOneLine,
  spelledStrictly,
} from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import { askYes } from "./ask-yes.ts";
import type { Terminal } from "./terminal.ts";

/** What a person answered a server: fields by name, that they do not answer, or that the run is to stop. */
export type QuestionAnswer = JsonObject | "no" | "stop";

/**
 * Asks what an MCP server wants to know, field by field. Nothing is sent before a last yes; an address is shown and
 * opened by nobody but the person.
 */
export async function askServerQuestion(
  question: ServerQuestion,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<QuestionAnswer> {
  show(question, terminal);
  const answers: [string, Json][] = [];
  for (const field of question.fields) {
    const value = await askField(field, terminal, signal);
    if (value === "stop" || value === "no") return value;
    if (value.given !== undefined) answers.push([field.name, value.given]);
  }
  const sure = await askSure(question, terminal, signal);
  return sure === "yes" ? Object.fromEntries(answers) : sure;
}

function show({ server, tool, message, problem, url }: ServerQuestion, { screen }: Terminal): void {
  const { yellow, bold, dim } = screen.styles;
  const who = `${questionTexts.serverAsks(spelledOnOneLine(server), spelledOnOneLine(tool))}:`;
  screen.line(`  ${yellow("?")} ${bold(who)}`);
  for (const line of spelledStrictly(message).split("\n")) screen.line(`    ${line}`);
  if (url !== undefined) screen.line(`    ${questionTexts.serverSendsTo} ${bold(spelledOnOneLine(url))}`);
  if (problem !== undefined) screen.line(`    ${yellow(spelledOnOneLine(problem))}`);
  screen.line(dim("    Ctrl-D does not answer it, and Ctrl-C stops the run."));
}

type Asked = { readonly given: Json | undefined } | "no" | "stop";

async function askField(field: QuestionField, terminal: Terminal, signal: AbortSignal): Promise<Asked> {
  const { screen } = terminal;
  if (field.description !== undefined) screen.line(screen.styles.dim(`    ${spelledOnOneLine(field.description)}`));
  for (const [index, { value, label }] of field.choices.entries())
    screen.line(`    ${index + 1}  ${spelledOnOneLine(label === value ? value : `${label} (${value})`)}`);
  for (;;) {
    const typed = await terminal.ask({ prompt: `    ${spelledOnOneLine(field.label)}${hint(field)} > `, signal });
    if (typed.kind !== "line") return typed.kind === "interrupted" || signal.aborted ? "stop" : "no";
    const read = readAnswer(field, typed.text);
    if (read.ok) return { given: read.value };
    screen.line(screen.styles.yellow(`    ${read.problem}`));
  }
}

const FORMS = { text: "", number: "a number", integer: "a whole number", yes_no: "yes or no" } as const;

function hint({ kind, initial, required }: QuestionField): string {
  const form = kind === "choice" ? "one of them" : kind === "choices" ? "some of them, with commas" : FORMS[kind];
  const empty =
    initial !== undefined
      ? `Enter: ${spelledOnOneLine(JSON.stringify(initial))}`
      : required
        ? ""
        : questionTexts.optional;
  const words = [form, empty].filter((word) => word !== "").join("; ");
  return words === "" ? "" : ` (${words})`;
}

async function askSure({ server, url }: ServerQuestion, terminal: Terminal, signal: AbortSignal) {
  const what = url === undefined ? `Send this to ${spelledOnOneLine(server)}?` : "Have you been there?";
  const said = await askYes(terminal, { prompt: `    ${what} y = yes; n = no > `, signal });
  if (said === "yes" || said === "no") return said;
  return said === "interrupted" || signal.aborted ? "stop" : "no";
}
