import { type ApprovalDecision, type Conversation, ToolRegistry, ToolRunner } from "@toolwright/core";
import { present, toolsOf, whyNotMore } from "@toolwright/core/internal";
import type { PendingApproval } from "@toolwright/store";
import { storedChoice } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuse } from "../refuse.ts";
import { whyNotAllowed } from "./answer-rights.ts";
import { contradiction, type DecisionBody } from "./decision-body.ts";

/** What became of an answer: the approval it was for and the rules that were saved, or the refusal. */
export type Decided =
  | {
      readonly ok: true;
      readonly approval: PendingApproval;
      readonly saved: readonly string[];
      readonly notSaved?: string;
    }
  | { readonly ok: false; readonly response: Response };

/** An answer to one approval. */
export interface GivenDecision extends DecisionBody {
  readonly approvalId: string;
  /** Where it comes with a message of a thread, it can only be for that one. */
  readonly chatId?: string;
}

/**
 * Uses an approval up: whoever comes second, too late, or with an id that was never given changes nothing and is
 * recorded. A run that nobody works on any more is taken up.
 */
export async function decide(context: ServerContext, given: GivenDecision): Promise<Decided> {
  const wrong = contradiction(given);
  if (wrong !== undefined) return { ok: false, response: refuse(400, wrong) };
  const asked = await context.store.approvals.get(given.approvalId);
  const refused = await whyNotAllowed(context, asked, given);
  if (refused !== undefined) return { ok: false, response: refuse(403, refused) };
  const { always = false } = given;
  const rules = always !== false && asked !== undefined ? await rulesFor(context, asked) : [];
  const unkept = asked === undefined ? undefined : whyUnkept(context, rules, always);
  if (unkept !== undefined) return { ok: false, response: refuse(400, unkept) };
  const decision = decisionOf(given);
  const misfit = asked === undefined ? undefined : await whyUnfit(context, asked, decision);
  if (misfit !== undefined) return { ok: false, response: refuse(400, misfit) };
  const claimed = await context.store.approvals.claim(
    decision,
    { ...expected(asked, given), rules, decidedBy: context.person?.user },
    given.also,
  );
  if (claimed.outcome === "not_asked") return { ok: false, response: refuse(409, NOT_ASKED) };
  if (claimed.outcome === "other_preview") return { ok: false, response: refuse(409, OTHER_PREVIEW) };
  if (claimed.outcome !== "accepted") {
    if (asked !== undefined) recordIgnored(context, { asked, given, ignored: claimed.outcome });
    return { ok: false, response: refuseDecision(claimed.outcome) };
  }
  const { approval } = claimed;
  const keep = { rules, ...(always === "session" && { conversation: approval.conversation }) };
  const remembered = await context.rules.add(remember(context, keep));
  await context.threads.ensureRunning(approval.conversation);
  return { ok: true, approval, ...remembered };
}

function expected(asked: PendingApproval | undefined, { chatId }: GivenDecision) {
  if (asked === undefined || chatId === undefined) return {};
  return { conversation: { ...asked.conversation, chatId } };
}

function decisionOf({
  approvalId,
  approve,
  arguments: edited,
  reason,
  more,
  preview,
}: GivenDecision): ApprovalDecision {
  const said = present({ reason, preview });
  if (!approve) return { approvalId, approve, ...said };
  return { approvalId, approve, ...(edited === undefined ? {} : { arguments: edited }), ...present({ more }), ...said };
}

/** The rules that would allow such a call without asking; none where nothing can be saved. */
export async function rulesFor(
  { agent, logger }: Pick<ServerContext, "agent" | "logger">,
  { toolName, arguments: args }: PendingApproval,
): Promise<readonly string[]> {
  try {
    return (await agent.rules?.explain({ toolName, arguments: args })) ?? [];
  } catch (error) {
    logger.error("The rules of a call could not be told", { toolName, error });
    return [];
  }
}

/** Why nothing can be saved for such a call; undefined where that is not known. */
export async function whyNever(
  { agent, logger }: Pick<ServerContext, "agent" | "logger">,
  { toolName, arguments: args }: PendingApproval,
): Promise<string | undefined> {
  try {
    return await agent.rules?.whyNever?.({ toolName, arguments: args });
  } catch (error) {
    logger.error("Why a call is always asked about could not be told", { toolName, error });
    return undefined;
  }
}

/** Why rules cannot be kept, in one sentence; undefined where they can. */
function whyUnkept(
  { agent }: ServerContext,
  rules: readonly string[],
  always: NonNullable<DecisionBody["always"]>,
): string | undefined {
  if (always === false) return undefined;
  if (rules.length === 0) return "No rule can be saved for this call; approve it once.";
  const isUnknown = always === "session" && agent.rules?.rememberForSession === undefined;
  return isUnknown ? "Rules for one conversation are not kept here; approve it once." : undefined;
}

interface Keep {
  readonly rules: readonly string[];
  /** The one in which they hold; left out: they are saved for all. */
  readonly conversation?: Conversation;
}

async function remember({ agent, logger }: ServerContext, { rules, conversation }: Keep) {
  if (rules.length === 0) return { saved: [] };
  try {
    if (conversation === undefined) await agent.rules?.remember(rules);
    else await agent.rules?.rememberForSession?.(rules, conversation);
    return { saved: rules };
  } catch (error) {
    logger.error("A rule could not be saved", { error });
    return { saved: [], notSaved: "The rule could not be saved; the call was allowed this once." };
  }
}

type Ignored = "used" | "unknown" | "expired" | "tool_changed";

interface IgnoredDecision {
  readonly asked: PendingApproval;
  readonly given: GivenDecision;
  readonly ignored: Ignored;
}

/** The store keeps an audit of its own; this one is for whoever watches the run. */
function recordIgnored({ threads }: ServerContext, { asked, given, ignored }: IgnoredDecision): void {
  const { approvalId, toolCallId, conversation } = asked;
  threads.recordIgnored(conversation, { approvalId, toolCallId, approve: given.approve, ignored });
}

function refuseDecision(outcome: Ignored): Response {
  if (outcome === "unknown") return refuse(404, "There is no such approval.");
  return refuse(409, SENTENCES[outcome]);
}

const NOT_ASKED = "Nothing was answered: also names a question that does not wait for an answer in this conversation.";

const OTHER_PREVIEW =
  "Nothing was answered: the question shows something else by now than this answer is for. Look at it again.";

const SENTENCES = {
  used: "This approval was answered before.",
  expired: "This approval has expired.",
  tool_changed: "The tool has changed since this approval was asked for.",
} as const;

/**
 * Why an answer does not fit its question, before that is used up by it: it counts for more calls than it may, or its
 * arguments are none that the tool takes, which can be mended. Undefined where it fits, or that cannot be told here;
 * the run judges edited arguments once more.
 */
async function whyUnfit(
  { store, agent, logger, person }: ServerContext,
  asked: PendingApproval,
  decision: ApprovalDecision,
): Promise<string | undefined> {
  const unmeant = whyNotMore(decision, asked);
  if (unmeant !== undefined) return `This answer cannot be taken: ${unmeant}.`;
  const { conversation, toolName } = asked;
  const edited = decision.approve ? decision.arguments : undefined;
  if (edited === undefined) return undefined;
  try {
    const { tools } = await agent.config(conversation, await storedChoice(store, agent, conversation), person);
    const known = [...toolsOf(tools ?? []), ...(agent.apps?.ownTools ?? [])];
    const tool = known.find(({ name }) => name === toolName);
    if (tool === undefined) return undefined;
    const runner = new ToolRunner({ registry: new ToolRegistry([tool]), logger, outputCache: false });
    const foreseen = await runner.foresee({ name: toolName, arguments: edited });
    if (foreseen.verdict !== "refuse" || foreseen.result.error?.code !== "invalid_arguments") return undefined;
    return `The arguments do not fit: ${foreseen.result.error.message}`;
  } catch (error) {
    logger.warn("Edited arguments could not be judged beforehand", { toolName, error });
    return undefined;
  }
}
