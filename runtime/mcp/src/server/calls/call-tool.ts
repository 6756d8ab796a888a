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
import { activityTo, Progress } from "./progress.ts";
import { contentOf } from "./result-content.ts";
import { askClient, type Round, type RoundRequest, readRound } from "./rounds.ts";

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
  const asked: RoundRequest = { shared, ctx, client, name: params.name, args };
  const round = await readRound(asked);
  const progress = Progress.of(ctx);
  const facts = { sdk: shared.sdk, capabilities: client.capabilities, scrubber: shared.scrubber, log: ctx.mcpReq.log };
  const caller = new CallOverMcp({ ...facts, answers: round.answers, ...(progress && { progress }) });
  const stop = new AbortController();
  const abort = () => stop.abort(ctx.mcpReq.signal.reason);
  if (ctx.mcpReq.signal.aborted) abort();
  ctx.mcpReq.signal.addEventListener("abort", abort, { once: true });
  const activity = activityTo(progress);
  const end = await attempt({ ...asked, caller, answer: round.approval, activity, signal: stop.signal });
  if (end.kind === "goes on") {
    const task = await shared.tasks.begin({ ...asked, round, caller, stop, late: end.late });
    // What goes on as a task no longer ends with its request.
    if (task !== undefined) ctx.mcpReq.signal.removeEventListener("abort", abort);
    if (task !== undefined) return task;
  }
  return answered(asked, { round, caller, end });
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

function refusal(name: string): CallToolResult {
  const how = `${name} asks before it runs, and this client cannot ask anybody. Allow it with a rule on the server, or use a client that answers elicitation.`;
  return { content: [{ type: "text", text: `Error [approval_denied]: ${how}` }], isError: true };
}
