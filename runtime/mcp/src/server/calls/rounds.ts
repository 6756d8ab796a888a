import type { InputRequests, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { ApprovalRequest, JsonObject } from "@toolwright/core";
import { cutStart, isFields } from "@toolwright/core/internal";
import type { Client } from "../mcp-server.port.ts";
import type { AskedApproval } from "./attempt.ts";
import type { CallServices } from "./call-services.ts";
import { type Answers, OWN } from "./caller.ts";
import type { HeldCall } from "./held-calls.ts";
import type { InsideQuestion } from "./inside-questions.ts";
import { type CarriedState, GOOD_FOR_MS, isCarriedState, markOfRequest } from "./request-states.ts";

/** Characters of the arguments that a question shows. */
const MAX_ARGUMENTS = 4_000;

/** The name under which a client is asked whether a call may run. */
export const APPROVAL = `${OWN}approval`;

/** A request that may take several rounds. */
export interface RoundRequest {
  readonly shared: CallServices;
  readonly ctx: ServerContext;
  readonly client: Client;
  readonly name: string;
  readonly args: JsonObject;
}

/** What earlier rounds of a request have brought. */
export interface Round {
  readonly answers: Answers;
  /** The call that waits for these answers. */
  readonly held?: CarriedState["held"];
  /** What the person said to the question whether it may run. */
  readonly approval: boolean | undefined;
}

/**
 * Reads what came with a request. A state of another request, or one that was used, counts for nothing: then it is
 * asked again.
 */
export async function readRound({ shared, ctx, client, name, args }: RoundRequest): Promise<Round> {
  const { mcpReq } = ctx;
  const state = mcpReq.requestState<unknown>();
  const given = isFields(mcpReq.inputResponses) ? mcpReq.inputResponses : {};
  if (!isCarriedState(state) || state.request !== markOfRequest(client.owner, mcpReq.method, name, args))
    return { answers: given, approval: undefined };
  const answers = { ...state.answers, ...given };
  if (state.held !== undefined) return { answers: given, approval: undefined, held: state.held };
  const approval = state.approved ?? saidYes(given[APPROVAL]);
  const { approvalId } = state;
  if (approvalId === undefined || approval === undefined) return { answers, approval: undefined };
  const counts = await shared.questions.claim({ approvalId, approve: approval }, shared.ownerOf(client.owner));
  return { answers, approval: counts ? approval : undefined };
}

/** What has to be asked before a request can go on. */
export interface Asked {
  readonly requests: InputRequests | undefined;
  readonly approval?: AskedApproval | undefined;
}

/** Asks the client; it sends the request again with the answers and the state. */
export async function askClient(request: RoundRequest, round: Round, asked: Asked): Promise<InputRequiredResult> {
  const { shared, ctx, client, name, args } = request;
  const { approval } = asked;
  if (approval !== undefined) await shared.questions.open({ ...approval, owner: shared.ownerOf(client.owner) });
  const isOpen = approval !== undefined && round.approval === undefined;
  return shared.sdk.inputRequired({
    inputRequests: { ...asked.requests, ...(isOpen && { [APPROVAL]: approvalForm(shared, name, approval) }) },
    requestState: shared.states.seal({
      request: markOfRequest(client.owner, ctx.mcpReq.method, name, args),
      until: Date.now() + GOOD_FOR_MS,
      answers: round.answers,
      ...(approval !== undefined && { approvalId: approval.request.approvalId }),
      ...(round.approval === true && { approved: true }),
    }),
  });
}

/** Asks about calls inside one that is held meanwhile, all that are open. */
export function askInside(request: RoundRequest, call: HeldCall): InputRequiredResult {
  const { shared, ctx, client, name, args } = request;
  const { open } = call.inside;
  const forms = open.map((question, place) => [nameInside(place), insideForm(shared, request, question)] as const);
  return shared.sdk.inputRequired({
    inputRequests: Object.fromEntries(forms),
    requestState: shared.states.seal({
      request: markOfRequest(client.owner, ctx.mcpReq.method, name, args),
      until: Date.now() + GOOD_FOR_MS,
      answers: {},
      held: { id: shared.held.hold(call), asked: open.map(({ request: { approvalId } }) => approvalId) },
    }),
  });
}

/** Hands the answers of a round to the calls that wait for them; what is no answer is asked again. */
export function answerInside({ inside }: HeldCall, { answers, held }: Round): void {
  held?.asked.forEach((approvalId, place) => {
    const approve = saidYes(answers[nameInside(place)]);
    if (approve !== undefined) inside.answer(approvalId, { approve });
  });
}

const nameInside = (place: number) => `${APPROVAL}/${place}`;

function insideForm(shared: CallServices, { name, args }: RoundRequest, { request, number, line }: InsideQuestion) {
  const { toolName, reason } = request;
  const place = `It is call ${number} of the program`;
  const text = line === undefined ? undefined : textIn(shared.scrubber.json(args).code, line);
  const where = text === undefined ? `${place}.` : `${place}, in line ${line}: ${text}`;
  const said = [reason, where].filter((words) => words !== undefined).join("\n");
  return approvalForm(shared, `${name} › ${toolName}`, { request: { ...request, reason: said } });
}

/** A line of a source, cut where it is long. */
function textIn(source: unknown, line: number): string | undefined {
  const text = typeof source === "string" ? source.split("\n")[line - 1]?.trim() : undefined;
  return text === undefined ? undefined : cutStart(text, 200);
}

/** The question whether a call may run, as a form. */
export function approvalForm({ sdk }: CallServices, name: string, { request }: Pick<AskedApproval, "request">) {
  return sdk.inputRequired.elicit({
    message: shownQuestion(name, request),
    requestedSchema: {
      type: "object",
      properties: { allow: { type: "boolean", title: `Run ${name}`, description: "Whether this one call may run." } },
      required: ["allow"],
    },
  });
}

/** What an answer to {@link approvalForm} says: undefined for one that is no answer. */
export function saidYes(answer: unknown): boolean | undefined {
  if (!isFields(answer) || typeof answer.action !== "string") return undefined;
  return answer.action === "accept" && isFields(answer.content) && answer.content.allow === true;
}

/** What a person is asked: the tool, why, and its arguments whole where they are not too long. */
function shownQuestion(tool: string, { arguments: args, reason }: ApprovalRequest): string {
  const text = JSON.stringify(args, null, 2);
  const shown =
    text.length > MAX_ARGUMENTS
      ? `${cutStart(text, MAX_ARGUMENTS)}\n… ${text.length - MAX_ARGUMENTS} more characters`
      : text;
  // What is not seen, or turns the direction of writing, is spelled out.
  const visible = shown.replace(/[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
  return [`Run ${tool}?`, reason, visible].filter((line) => line !== undefined && line !== "").join("\n");
}
