import type {
  CallToolRequestParams,
  CallToolResult,
  InputRequiredResult,
  ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { Client } from "../mcp-server.port.ts";
import type { Shared } from "../shared.ts";
import { requireTasks, type TaskHandle } from "../tasks/task-extension.ts";
import { type Asks, attempt, type Done, type GoesOn } from "./attempt.ts";
import { CallOverMcp } from "./caller.ts";
import type { HeldCall } from "./held-calls.ts";
import { InsideQuestions } from "./inside-questions.ts";
import { activityTo, Progress } from "./progress.ts";
import { contentOf } from "./result-content.ts";
import { answerInside, askClient, askInside, type Round, type RoundRequest, readRound } from "./rounds.ts";

/** One `tools/call`. */
export interface CallRequest {
  readonly shared: Shared;
  readonly params: CallToolRequestParams;
  readonly ctx: ServerContext;
  readonly client: Client;
}

/** Runs a call, or asks the client first, or says under which task it goes on. */
export async function callTool(request: CallRequest): Promise<CallToolResult | InputRequiredResult | TaskHandle> {
  const { shared, params, ctx, client } = request;
  requireTasks(shared, client, params.name);
  const args: JsonObject = isJsonObject(params.arguments) ? params.arguments : {};
  const asked = { shared, ctx, client, name: params.name, args };
  const round = await readRound(asked);
  if (round.held !== undefined) {
    const held = shared.held.take(round.held.id);
    if (held === undefined) return lost(params.name);
    answerInside(held, round);
    return whileHeld(asked, held, round);
  }
  const progress = Progress.of(ctx);
  const facts = { sdk: shared.sdk, capabilities: client.capabilities, scrubber: shared.scrubber, log: ctx.mcpReq.log };
  const caller = new CallOverMcp({ ...facts, answers: round.answers, ...(progress && { progress }) });
  const stop = new AbortController();
  const activity = activityTo(progress);
  const inside = new InsideQuestions();
  const end = attempt({ ...asked, caller, answer: round.approval, activity, inside, signal: stop.signal });
  return whileHeld(asked, { end, inside, caller, stop }, round);
}

/**
 * Waits for the end of a call, or for a question about a call inside it. What is asked is answered by the next round of
 * the request; until then the call stands still, and ends with no request.
 */
async function whileHeld(request: RoundRequest & { readonly shared: Shared }, call: HeldCall, round: Round) {
  const { shared, ctx } = request;
  const { caller, stop } = call;
  const { signal } = ctx.mcpReq;
  const abort = () => stop.abort(signal.reason);
  const letGo = () => signal.removeEventListener("abort", abort);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  const end = await endOrQuestions(call);
  if (end === undefined) {
    letGo();
    return askInside(request, call);
  }
  if (end.kind === "goes on") {
    const task = await shared.tasks.begin({ ...request, round, caller, stop, late: end.late });
    // What goes on as a task no longer ends with its request.
    if (task !== undefined) letGo();
    if (task !== undefined) return task;
  }
  return answered(request, { round, caller, end });
}

/** The end of a call; undefined where its client is to be asked about calls inside it. */
async function endOrQuestions({ end, inside, caller }: HeldCall): Promise<Done | Asks | GoesOn | undefined> {
  for (;;) {
    const ended = await Promise.race([end, inside.asked()]);
    if (ended !== undefined) return ended;
    if (caller.can("elicitation") && inside.open.length > 0) return undefined;
    for (const { request } of inside.open) inside.answer(request.approvalId, { approve: false, reason: CANNOT });
  }
}

interface Ended {
  readonly round: Round;
  readonly caller: CallOverMcp;
  readonly end: Done | Asks | GoesOn;
}

/** A client without tasks waits for work that goes on. */
async function answered(request: RoundRequest, ended: Ended): Promise<CallToolResult | InputRequiredResult> {
  const { round, caller, end } = ended;
  if (end.kind === "goes on") return answered(request, { ...ended, end: await end.late });
  const { client, name } = request;
  if (end.kind === "done") return contentOf(end.settled, { attached: caller.attached, shared: request.shared });
  if (end.requests === undefined && !caller.can("elicitation")) return refusal(name);
  return askClient({ ...request, client }, round, end);
}

const CANNOT = "The client of this server cannot ask anybody: a rule on the server may allow it.";

/** It may not begin anew: nobody knows how far it came. */
function lost(name: string): CallToolResult {
  const how = `${name} is not waiting for this answer: it was answered before, or has ended. What it has done stays done: look at that before you call it again.`;
  return { content: [{ type: "text", text: `Error [outcome_unknown]: ${how}` }], isError: true };
}

function refusal(name: string): CallToolResult {
  const how = `${name} asks before it runs, and this client cannot ask anybody. Allow it with a rule on the server, or use a client that answers elicitation.`;
  return { content: [{ type: "text", text: `Error [approval_denied]: ${how}` }], isError: true };
}
