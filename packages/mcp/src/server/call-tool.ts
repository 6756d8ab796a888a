import type {
  CallToolRequestParams,
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  ServerContext,
} from "@modelcontextprotocol/server";
import {
  ActivityStream,
  type ApprovalRequest,
  type Approver,
  type JsonObject,
  type SettledCall,
  ToolRunner,
} from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { contentOf } from "./result-content.ts";
import type { Shared } from "./shared.ts";
import { shownQuestion } from "./shown-question.ts";

/** One `tools/call`. */
export interface CallRequest {
  readonly shared: Shared;
  readonly sdk: typeof import("@modelcontextprotocol/server");
  readonly params: CallToolRequestParams;
  readonly ctx: ServerContext;
  /** What the client can do, where it said so when the connection began. */
  readonly capabilities: ClientCapabilities | undefined;
}

/** Runs a call, or asks the client's person whether it may run: then nothing has run yet, and the client sends the call again. */
export async function callTool(request: CallRequest): Promise<CallToolResult | InputRequiredResult> {
  const { shared, params, ctx } = request;
  const args: JsonObject = isJsonObject(params.arguments) ? params.arguments : {};
  const answer = answerOf(request, args);
  const asking = new Asking(answer);
  const runner = new ToolRunner({
    ...shared.runner,
    registry: shared.registry,
    conversation: shared.conversation,
    approver: shared.runner.approver ?? asking,
    cacheTools: false,
    activity: progressTo(ctx),
  });
  const settled = await runner.exec({ name: params.name, arguments: args }, { signal: ctx.mcpReq.signal });
  if (asking.question === undefined) return contentOf(settled);
  return canAsk(request) ? ask(request, asking.question, args) : contentOf(unanswerable(settled, params.name));
}

/** Answers with what the client's person said; before that, with a no that only notes the question. */
class Asking implements Approver {
  readonly #answer: boolean | undefined;
  question: ApprovalRequest | undefined;

  constructor(answer: boolean | undefined) {
    this.#answer = answer;
  }

  async approve(request: ApprovalRequest) {
    const { approvalId } = request;
    if (this.#answer === true) return { approvalId, approve: true } as const;
    if (this.#answer === false) return { approvalId, approve: false, reason: "The person said no." } as const;
    this.question = request;
    return { approvalId, approve: false, reason: "Nobody has been asked yet." } as const;
  }
}

/** What the person said to the question of the round before; undefined where there was none that counts. */
function answerOf({ shared, params, ctx }: CallRequest, args: JsonObject): boolean | undefined {
  const state = ctx.mcpReq.requestState<unknown>();
  const response = ctx.mcpReq.inputResponses?.[QUESTION];
  if (typeof state !== "string" || !isFields(response)) return undefined;
  if (!shared.approvals.use(state, { tool: params.name, args })) return undefined;
  const content = isFields(response.content) ? response.content : {};
  return response.action === "accept" && content.allow === true;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

const QUESTION = "approval";

function ask({ shared, sdk, params }: CallRequest, question: ApprovalRequest, args: JsonObject): InputRequiredResult {
  return sdk.inputRequired({
    requestState: shared.approvals.seal({ tool: params.name, args }),
    inputRequests: {
      [QUESTION]: sdk.inputRequired.elicit({
        message: shownQuestion(params.name, question),
        requestedSchema: {
          type: "object",
          properties: {
            allow: { type: "boolean", title: `Run ${params.name}`, description: "Whether this one call may run." },
          },
          required: ["allow"],
        },
      }),
    },
  });
}

/** Whether the client says that its person can be asked. */
function canAsk({ sdk, capabilities, ctx }: CallRequest): boolean {
  const envelope: unknown = ctx.mcpReq.envelope;
  const sent = isFields(envelope) ? envelope[sdk.CLIENT_CAPABILITIES_META_KEY] : undefined;
  return [capabilities, sent].some((one) => isFields(one) && isFields(one.elicitation));
}

function unanswerable(settled: SettledCall, name: string): SettledCall {
  const { message } = settled;
  const how = `${name} asks before it runs, and this client cannot ask anybody. Allow it with a rule on the server, or use a client that answers elicitation.`;
  return { ...settled, message: { ...message, content: `Error [approval_denied]: ${how}` } };
}

/** Live output goes on as progress, where the client asked for any. */
function progressTo({ mcpReq }: ServerContext): ActivityStream {
  const activity = new ActivityStream();
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return activity;
  let progress = 0;
  activity.subscribe("tool_output_chunk", ({ data }) => {
    progress += 1;
    const params = { progressToken, progress, message: data.chunk };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  });
  return activity;
}
