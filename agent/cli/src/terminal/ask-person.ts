import type { ApprovalDecision, ApprovalRequest, Tool } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { AlsoAllowed, PendingApproval } from "@toolwright/store";
import {
  type CallRisk,
  callRisk,
  type ProgramQuestion,
  type RiskFacts,
  serverQuestion,
  spelledOnOneLine,
} from "@toolwright/view/internal";
import type { FolderAgent } from "@toolwright/workspace";
import type { CommandPermissions } from "../permissions/command-permissions.ts";
import { fromHome } from "../text/from-home.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { programPlaceLines } from "../view/program-lines.ts";
import { type Answered, askHow } from "./ask-how.ts";
import { askServerQuestion, type QuestionAnswer } from "./ask-server-question.ts";
import { framed } from "./framed.ts";
import type { Lines, Screen } from "./screen.ts";
import { type MoreLines, showCall, showWaiting } from "./show-call.ts";
import type { Terminal } from "./terminal.ts";

/** Where a person can be asked. */
export interface Person {
  readonly terminal: Terminal;
  /** Ctrl-C at a question. */
  readonly stopRun: () => void;
}

/** What answers depend on. */
export interface Grounds {
  readonly permissions: CommandPermissions;
  /**
   * The questions of this conversation that wait; undefined where nothing is kept, so that an answer is good for its
   * own alone.
   */
  readonly openQuestions: (() => Promise<readonly PendingApproval[]>) | undefined;
  readonly agent: Pick<FolderAgent, "held">;
  /** Where in a program a call is; undefined for one that no program made. */
  readonly placeOf: (toolCallId: string) => ProgramQuestion | undefined;
}

/** What a person says to a call, and the other questions to which that is a yes, too. */
export interface PersonsAnswer {
  readonly decision: ApprovalDecision;
  readonly also?: AlsoAllowed;
}

/** Asks a person. `signal` takes the question back. */
export type AskPerson = (request: ApprovalRequest, tool: Tool, signal: AbortSignal) => Promise<PersonsAnswer>;

/**
 * Asks the person at the terminal: yes, once; always, with the rules that are saved for it; the same for this session
 * alone; yes to all questions that wait; or no, with a reason that the model reads. Ctrl-C stops the run.
 */
export function askPerson({ terminal, stopRun }: Person, grounds: Grounds): AskPerson {
  const { permissions, openQuestions, agent, placeOf } = grounds;
  return async (request, tool, signal) => {
    const stopIf = (isStop: boolean) => isStop && !signal.aborted && stopRun();
    const question = serverQuestion(request.toolName, request.arguments);
    if (question !== undefined) {
      const answer = await askServerQuestion(question, terminal, signal);
      stopIf(answer === "stop");
      return { decision: decisionOn(request, answer) };
    }
    const lines = framed(terminal.screen);
    const shown = showCall(request, lines);
    const open = ((await openQuestions?.()) ?? []).filter(({ approvalId }) => approvalId !== request.approvalId);
    showPlace(placeOf(request.toolCallId), { others: openQuestions && open.length, lines });
    const riskOf = risksBeside(tool, await agent.held(tool));
    const rules = await showGrounds(request, tool, { lines, permissions, risk: riskOf(request) });
    const isUndoable = (question: Risky) => riskOf(question).isUndoable;
    const others = isUndoable(request) ? open.filter(isUndoable) : [];
    const more = withOthers(shown, { others, riskOf, lines });
    const together = { others: others.length, areAll: others.length === open.length };
    const byProgram = request.program && request.toolName;
    const asked = { args: request.arguments, rules, more, byProgram, ...together };
    const answer = await askHow(terminal, { ...asked, signal });
    if (answer === "always" || answer === "session")
      await keep(answer, rules, { screen: terminal.screen, permissions });
    stopIf(answer === "stop");
    return {
      decision: { ...decided(answer, request), ...present({ preview: request.preview }) },
      ...(answer === "all" && { also: others.map(shownQuestion) }),
    };
  };
}

/** The journal may not yet have told that the question before this one is answered: questions that are kept have. */
function showPlace(
  place: ProgramQuestion | undefined,
  { others, lines }: { readonly others: number | undefined; readonly lines: Lines },
): void {
  if (place === undefined) return;
  const placed = others === undefined ? place : { ...place, othersWait: others };
  for (const line of programPlaceLines(placed, lines)) lines.line(line);
}

function shownQuestion({ approvalId, preview }: PendingApproval): AlsoAllowed[number] {
  return { approvalId, ...present({ preview }) };
}

/** A question, as far as its risk depends on it. */
type Risky = Pick<ApprovalRequest, "toolName" | "reach">;

/** The risk of a call: how far it gets. Where that is not said it is what its tool says, if it is the tool at hand. */
function risksBeside(tool: Tool, held: RiskFacts["held"]): (question: Risky) => CallRisk {
  return ({ toolName, reach }) =>
    toolName === tool.name
      ? callRisk({ reach, effects: tool.effects.kind, canUndo: true, held })
      : callRisk({ reach, effects: undefined, canUndo: false, held: undefined });
}

/** The other questions that one answer may allow, too: those about what can be undone, where this one is. */
interface OtherQuestions {
  readonly others: readonly PendingApproval[];
  readonly riskOf: (question: Risky) => CallRisk;
  readonly lines: Lines;
}

/** Other questions are shown once all of the call is. */
function withOthers(shown: MoreLines, waiting: OtherQuestions): MoreLines {
  const { others, riskOf, lines } = waiting;
  if (shown.left > 0) return { left: shown.left, show: () => withOthers(shown.show(), waiting) };
  const calls = others.map((question) => ({ ...question, risk: ringAndWords(riskOf(question)) }));
  return calls.length === 0 ? shown : showWaiting(calls, lines);
}

function ringAndWords({ ring, words }: CallRisk): string {
  return `${ring} ${words}`;
}

function decided(answer: Answered, { approvalId, toolName }: ApprovalRequest): ApprovalDecision {
  if (answer === "stop") return refusal(approvalId, undefined);
  if (typeof answer !== "object") return { approvalId, approve: true };
  if ("times" in answer) return { approvalId, approve: true, more: { toolName, times: answer.times } };
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

interface Asking extends Pick<Grounds, "permissions"> {
  readonly lines: Lines;
  readonly risk: CallRisk;
}

/** The rules that "always" would save, each on a line of its own, and why that is not enough where it is not. */
async function showGrounds(
  { arguments: args }: ApprovalRequest,
  tool: Tool,
  { lines, permissions, risk }: Asking,
): Promise<readonly string[]> {
  const { verdict, remember, never } = await permissions.explain(tool, args);
  const { yellow, red, dim } = lines.styles;
  lines.words((risk.isUndoable ? yellow : red)(`    ${ringAndWords(risk)}`));
  for (const rule of remember) lines.line(`    always allows: ${spelledOnOneLine(rule)}`);
  if (verdict === "allow") lines.words(dim("    never saved: it asks by itself, whatever the rules say."));
  else if (never !== null) lines.words(dim(`    never saved: ${spelledOnOneLine(never)}`));
  return remember;
}

async function keep(
  how: "always" | "session",
  rules: readonly string[],
  { screen, permissions }: Pick<Grounds, "permissions"> & { readonly screen: Screen },
): Promise<void> {
  try {
    if (how === "session") return permissions.rememberForSession(rules);
    await permissions.remember(rules);
    screen.line(screen.styles.dim(`    saved in ${printable(fromHome(permissions.local))}`));
  } catch (thrown) {
    screen.line(screen.styles.red(`    not saved, allowed this once: ${printable(messageOf(thrown))}`));
  }
}
