import { homedir } from "node:os";
import type { ApprovalDecision, ApprovalRequest, JsonObject, Tool } from "@toolwright/core";
import type { AllowedCall } from "@toolwright/durable";
import { callRisk, serverQuestion, spelledOnOneLine } from "@toolwright/view";
import type { FolderAgent } from "@toolwright/workspace";
import type { CommandPermissions } from "../permissions/command-permissions.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { askArguments } from "./ask-arguments.ts";
import { askServerQuestion, type QuestionAnswer } from "./ask-server-question.ts";
import type { Screen } from "./screen.ts";
import { type MoreLines, type ShownCall, showCall, showWaiting } from "./show-call.ts";
import type { Choice, Terminal } from "./terminal.ts";
import type { WaitingCalls } from "./waiting-calls.ts";
import { writtenOver } from "./written-over.ts";

/** Where a person can be asked. */
export interface Person {
  readonly terminal: Terminal;
  /** Ctrl-C at a question. */
  readonly stopRun: () => void;
}

/** What answers depend on. */
export interface Grounds {
  readonly permissions: CommandPermissions;
  /** Undefined where nothing is kept, so that no answer is good for a later call. */
  readonly waiting: WaitingCalls | undefined;
  readonly agent: Pick<FolderAgent, "workspace" | "secrets" | "held">;
}

/** What a person says to a call, and what waits behind it that is allowed, too. */
export interface PersonsAnswer {
  readonly decision: ApprovalDecision;
  readonly also?: readonly AllowedCall[];
}

/** Asks a person. `signal` takes the question back. */
export type AskPerson = (request: ApprovalRequest, tool: Tool, signal: AbortSignal) => Promise<PersonsAnswer>;

/**
 * Asks the person at the terminal: yes, once; always, with the rules that are saved for it; all that wait behind it, too; or no, with a
 * reason that the model reads. Ctrl-C stops the run.
 */
export function askPerson({ terminal, stopRun }: Person, grounds: Grounds): AskPerson {
  const { permissions, waiting, agent } = grounds;
  return async (request, tool, signal) => {
    const stopIf = (isStop: boolean) => isStop && !signal.aborted && stopRun();
    const question = serverQuestion(request.toolName, request.arguments);
    if (question !== undefined) {
      const answer = await askServerQuestion(question, terminal, signal);
      stopIf(answer === "stop");
      return { decision: decisionOn(request, answer) };
    }
    const shown = showCall({ ...request, old: await writtenOver(request, agent) }, terminal.screen);
    const rules = await showGrounds(request, tool, { terminal, permissions, agent });
    const behind = (await waiting?.behind(request)) ?? [];
    const risks = await Promise.all(behind.map((call) => riskOf(call.tool, agent)));
    const more = withWaiting(
      shown,
      behind.map((call, index) => ({ ...call, risk: risks[index] })),
      terminal.screen,
    );
    const asked = { args: request.arguments, offersAlways: rules.length > 0, more, behind: behind.length };
    const answer = await askHow(terminal, { ...asked, signal });
    if (answer === "always") await save(rules, { terminal, permissions });
    stopIf(answer === "stop");
    return { decision: decided(answer, request), ...(answer === "all" && { also: behind.map(allowedCall) }) };
  };
}

function allowedCall({ toolCallId, toolName, arguments: args }: AllowedCall): AllowedCall {
  return { toolCallId, toolName, arguments: args };
}

/** What waits behind a call is shown once all of the call is. */
function withWaiting(shown: MoreLines, behind: readonly ShownCall[], screen: Screen): MoreLines {
  if (shown.left > 0) return { left: shown.left, show: () => withWaiting(shown.show(), behind, screen) };
  return behind.length === 0 ? shown : showWaiting(behind, screen);
}

function decided(answer: Answered, { approvalId }: ApprovalRequest): ApprovalDecision {
  if (answer === "stop") return refusal(approvalId, undefined);
  if (typeof answer !== "object") return { approvalId, approve: true };
  return "reason" in answer ? refusal(approvalId, answer.reason) : { approvalId, approve: true, ...answer };
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

interface Asking extends Omit<Grounds, "waiting"> {
  readonly terminal: Terminal;
}

async function riskOf(tool: Tool, agent: Pick<FolderAgent, "held">): Promise<string> {
  return callRisk({ effects: tool.effects.kind, canUndo: true, held: await agent.held(tool) }).words;
}

/** The rules that "always" would save, each on a line of its own, and why that is not enough where it is not. */
async function showGrounds(
  { arguments: args }: ApprovalRequest,
  tool: Tool,
  { terminal: { screen }, permissions, agent }: Asking,
): Promise<readonly string[]> {
  const { verdict, remember, never } = await permissions.explain(tool, args);
  if (screen.isDrawn) screen.words(screen.styles.yellow(`    ${await riskOf(tool, agent)}`));
  for (const rule of remember) screen.line(`    always allows: ${spelledOnOneLine(rule)}`);
  if (verdict === "allow")
    screen.words(screen.styles.dim("    never saved: it asks by itself, whatever the rules say."));
  else if (never !== null) screen.words(screen.styles.dim(`    never saved: ${spelledOnOneLine(never)}`));
  return remember;
}

async function save(
  rules: readonly string[],
  { terminal: { screen }, permissions }: Omit<Asking, "agent">,
): Promise<void> {
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

/** What was edited runs in place of what was asked; a refusal has a reason, or none. */
type Answered =
  | "yes"
  | "always"
  | "all"
  | "stop"
  | { readonly arguments: JsonObject }
  | { readonly reason: string | undefined };

type Meant = Exclude<Answered, object> | "no" | "edit" | "more";

const WORDS: Readonly<Record<string, Meant | undefined>> = Object.assign(Object.create(null), {
  y: "yes",
  yes: "yes",
  a: "always",
  always: "always",
  all: "all",
  n: "no",
  no: "no",
  e: "edit",
  edit: "edit",
  m: "more",
  more: "more",
});

interface HowAsked {
  readonly signal: AbortSignal;
  readonly args: JsonObject;
  readonly offersAlways: boolean;
  /** What of the call, and of those behind it, was not shown yet. */
  readonly more: MoreLines;
  /** How many calls wait behind it. */
  readonly behind: number;
}

async function askHow(terminal: Terminal, asked: HowAsked): Promise<Answered> {
  let { more } = asked;
  for (;;) {
    const meant = await askChoice(terminal, { ...asked, more });
    const answered = await askFurther(terminal, asked, meant);
    if (answered === "more") more = more.show();
    else if (answered !== "back") return answered;
  }
}

/** What an answer still needs: a reason for a no, arguments for an edit. */
async function askFurther(terminal: Terminal, { args, signal }: HowAsked, meant: Meant) {
  if (meant === "no") return askReason(terminal, signal);
  if (meant !== "edit") return meant;
  const edited = await askArguments(args, terminal, signal);
  return typeof edited === "string" ? edited : { arguments: edited };
}

/** What of the choices is meant: asked until it is one of them. */
async function askChoice(terminal: Terminal, asked: HowAsked): Promise<Meant> {
  const choices = choicesOf(asked);
  const prompt = `    ${choices.flatMap(({ inLine = [] }) => inLine).join("; ")} > `;
  for (;;) {
    const answer = await terminal.ask({ prompt, choices, signal: asked.signal });
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
function choicesOf({ offersAlways, more, behind }: HowAsked): readonly NamedChoice[] {
  const all = `${behind + 1}`;
  return [
    ...(more.left > 0 ? [{ key: "m", word: "m", label: "Show more of it", inLine: "m = more" }] : []),
    { key: "1", word: "y", label: "Yes, once", inLine: "y = yes, once" },
    ...(offersAlways ? [{ key: "2", word: "a", label: "Yes, and always from now on", inLine: "a = always" }] : []),
    { key: "3", word: "n", label: "No, and say why", inLine: "n = no" },
    ...(behind > 0 && more.left === 0
      ? [{ key: "4", word: "all", label: `Allow all ${all}`, inLine: `all = allow all ${all}` }]
      : []),
    { key: "e", word: "e", label: "Edit it, and run that" },
  ];
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
