import { homedir } from "node:os";
import type { ApprovalDecision, ApprovalRequest, Approver, Tool } from "@toolwright/core";
import { serverQuestion, spelledOnOneLine } from "@toolwright/view";
import type { CommandPermissions } from "../permissions/command-permissions.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { askArguments } from "./ask-arguments.ts";
import { askServerQuestion, type QuestionAnswer } from "./ask-server-question.ts";
import { type MoreLines, showCall } from "./show-call.ts";
import type { Choice, Terminal } from "./terminal.ts";

/** Where a person can be asked. */
export interface Person {
  readonly terminal: Terminal;
  /** Ctrl-C at a question. */
  readonly stopRun: () => void;
}

/**
 * Asks the person at the terminal: yes, once; always, with the rules that are saved for it; or no, with a reason that the
 * model reads. Ctrl-C stops the run.
 */
export function askPerson({ terminal, stopRun }: Person, permissions: CommandPermissions): Approver {
  return {
    async approve(request, tool, signal) {
      const { approvalId } = request;
      const question = serverQuestion(request.toolName, request.arguments);
      if (question !== undefined) {
        const answer = await askServerQuestion(question, terminal, signal);
        if (answer === "stop") stopRun();
        return decisionOn(request, answer);
      }
      const more = showCall(request, terminal.screen);
      const rules = await showGrounds(request, tool, { terminal, permissions });
      const answer = await askHow(terminal, { signal, offersAlways: rules.length > 0, more });
      if (answer === "always") await save(rules, { terminal, permissions });
      const decision = await decided(answer, request, { terminal, signal });
      if (decision === "stop") stopRun();
      return decision === "stop" ? refusal(approvalId, undefined) : decision;
    },
  };
}

interface Deciding {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** What follows from an answer, once what belongs to it was asked, too. */
async function decided(
  answer: Exclude<Answered, "more">,
  { approvalId, arguments: args }: ApprovalRequest,
  { terminal, signal }: Deciding,
): Promise<ApprovalDecision | "stop"> {
  if (answer === "stop") return "stop";
  if (answer === "no") return refusal(approvalId, await askReason(terminal, signal));
  if (answer !== "edit") return { approvalId, approve: true };
  const edited = await askArguments(args, terminal, signal);
  return edited === "stop" ? "stop" : { approvalId, approve: true, arguments: edited };
}

/** What was filled in goes back as arguments of the call that is the question. */
function decisionOn({ approvalId, arguments: asked }: ApprovalRequest, answer: QuestionAnswer): ApprovalDecision {
  if (answer === "stop") return refusal(approvalId, undefined);
  if (answer === "no") return refusal(approvalId, "The user does not answer this.");
  return { approvalId, approve: true, arguments: { ...asked, answers: answer } };
}

function refusal(approvalId: string, reason: string | undefined): ApprovalDecision {
  return reason === undefined ? { approvalId, approve: false } : { approvalId, approve: false, reason };
}

interface Asking {
  readonly terminal: Terminal;
  readonly permissions: CommandPermissions;
}

/** The rules that "always" would save, each on a line of its own, and why that is not enough where it is not. */
async function showGrounds(
  { arguments: args }: ApprovalRequest,
  tool: Tool,
  { terminal: { screen }, permissions }: Asking,
): Promise<readonly string[]> {
  const { verdict, remember, never } = await permissions.explain(tool, args);
  if (screen.isDrawn) screen.line(`    ${screen.styles.yellow(RISKS[tool.effects.kind ?? "unknown"])}`);
  for (const rule of remember) screen.line(`    always allows: ${spelledOnOneLine(rule)}`);
  if (verdict === "allow")
    screen.line(screen.styles.dim("    never saved: it asks by itself, whatever the rules say."));
  else if (never !== null) screen.line(screen.styles.dim(`    never saved: ${spelledOnOneLine(never)}`));
  return remember;
}

/** How far a call reaches, in words. */
const RISKS = {
  read: "It reads, and changes nothing.",
  write: "It changes files.",
  external: "It may act outside of this folder, which nothing here takes back.",
  unknown: "What it changes is not known.",
} as const;

async function save(rules: readonly string[], { terminal: { screen }, permissions }: Asking): Promise<void> {
  try {
    await permissions.remember(rules);
    screen.line(screen.styles.dim(`    saved in ${printable(fromHome(permissions.local))}`));
  } catch (thrown) {
    screen.line(screen.styles.red(`    not saved, allowed this once: ${printable(messageOf(thrown))}`));
  }
}

function fromHome(path: string): string {
  return path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
}

type Answered = "yes" | "always" | "no" | "edit" | "more" | "stop";

const WORDS: Readonly<Record<string, Answered | undefined>> = Object.assign(Object.create(null), {
  y: "yes",
  yes: "yes",
  a: "always",
  always: "always",
  n: "no",
  no: "no",
  e: "edit",
  edit: "edit",
  m: "more",
  more: "more",
});

interface HowAsked {
  readonly signal: AbortSignal;
  readonly offersAlways: boolean;
  /** What of the call was not shown yet. */
  readonly more: MoreLines;
}

async function askHow(
  terminal: Terminal,
  { signal, offersAlways, more }: HowAsked,
): Promise<Exclude<Answered, "more">> {
  let rest = more;
  for (;;) {
    const offersMore = rest.left > 0;
    const prompt = `    ${offersMore ? "m = more; " : ""}y = yes, once; ${offersAlways ? "a = always; " : ""}n = no > `;
    const choices = CHOICES.filter(({ word }) => (word !== "m" || offersMore) && (word !== "a" || offersAlways));
    const answer = await terminal.ask({ prompt, choices, signal });
    if (answer.kind !== "line") return "stop";
    const meant = WORDS[answer.text.trim().toLowerCase()];
    if (meant === "more") rest = rest.show();
    else if (meant !== undefined && (meant !== "always" || offersAlways)) return meant;
  }
}

const CHOICES: readonly Choice[] = [
  { key: "1", word: "y", label: "Yes, once" },
  { key: "2", word: "a", label: "Yes, and always from now on" },
  { key: "3", word: "n", label: "No, and say why" },
  { key: "e", word: "e", label: "Edit it, and run that" },
  { key: "m", word: "m", label: "Show more of it" },
];

async function askReason(terminal: Terminal, signal: AbortSignal): Promise<string | undefined> {
  const answer = await terminal.ask({ prompt: "    Why not? (Enter alone stops the run) > ", signal });
  const reason = answer.kind === "line" ? answer.text.trim() : "";
  return reason === "" ? undefined : reason;
}
