import type { Tool, ToolLoopResult } from "@toolwright/core";
import { OPEN_AI } from "../../../channels.ts";
import { readBody } from "../../../guard/read-body.ts";
import { endConversation } from "../../../runs/end-conversation.ts";
import type { ServerContext } from "../../../server-context.ts";
import { answer } from "../../refuse.ts";
import { beginClientRun, type ClientRun, eventsOf, hearRun } from "../begin-client-run.ts";
import { refuseFailed, refuseV1, UNKNOWN_END } from "../errors.ts";
import { eventStream } from "../event-stream.ts";
import { warnOfLeftOut } from "../left-out.ts";
import { type ChosenModel, modelNamed } from "../models.ts";
import { type ClientRequest, passedOptions } from "../request/client-request.ts";
import { clientTools } from "../request/client-tools.ts";
import { type WrongField, wrongField } from "../request/fields.ts";
import { formText } from "../request/form-text.ts";
import { wrongToolChoice } from "../request/tool-choice.ts";
import {
  COMPLETION_RULES,
  type CompletionBody,
  completionBody,
  type FunctionTool,
  toolChoiceOf,
} from "./completion-body.ts";
import { CompletionChunks, type CompletionHead, finishReasonOf, toolCallOf, usageOf } from "./completion-chunks.ts";
import { toMessages } from "./to-messages.ts";

/** Completions whose journals are kept: nobody goes on with them, and people's threads need the room. */
const KEPT = 256;

/**
 * `POST /v1/chat/completions`: the agent as a model. Its tools run here, and their questions wait at `/api/approvals`;
 * calls of the client's tools end the answer. The client owns the history; when it leaves, the run is stopped, for
 * nobody could take it up.
 */
export async function complete(context: ServerContext, request: Request): Promise<Response> {
  const error = "The body is no chat completion.";
  const read = await readBody(request, { schema: completionBody, error, limits: context.limits });
  if (!read.ok) return refuseV1(read.status, read.error);
  const { body } = read;
  const chosen = modelNamed(context, body.model);
  const wanted = wantedOf(body, context, chosen);
  if ("param" in wanted) return refuseV1(400, wanted.message, wanted);
  const messages = toMessages(body);
  if (typeof messages === "string") return refuseV1(400, messages, { param: "messages" });
  const { conversation } = await context.store.threads.create({ channel: OPEN_AI, title: "completion" });
  await context.store.threads.trim({ channel: OPEN_AI, keep: KEPT });
  const instructions = chosen.isPlain ? [] : (context.agent.instructions ?? []);
  const begun = await beginClientRun(context, {
    request,
    conversation,
    messages: [...instructions, ...messages],
    wanted,
    chosen,
    endsWithClient: true,
  });
  if (!begun.ok) return begun.response;
  // Nobody goes on with it.
  void begun.final.then(() => endConversation(context, conversation));
  const asked = { body, chosen, tools: wanted.tools };
  return body.stream === true ? streamed(context, asked, begun) : whole(context, asked, begun);
}

/** What a request wants of its run, or the field that cannot be had. */
function wantedOf(
  body: CompletionBody,
  { agent, logger }: ServerContext,
  { isPlain }: ChosenModel,
): ClientRequest | WrongField {
  const wrong = wrongField(body, COMPLETION_RULES);
  if (wrong !== undefined) return wrong;
  warnOfLeftOut(body, logger);
  const serverTools = isPlain ? [] : (agent.tools ?? []);
  const given = (body.tools ?? []).filter(isFunction).map(({ function: { name, description, parameters } }) => {
    return { name, description: description ?? "", parameters: parameters ?? { type: "object" } };
  });
  const tools = clientTools(given);
  if (typeof tools === "string") return { param: "tools", message: tools };
  const toolChoice = toolChoiceOf(body);
  const badChoice = wrongToolChoice(toolChoice, { clientTools: tools, serverTools });
  if (badChoice !== undefined) return { param: "tool_choice", message: badChoice };
  const { stop, response_format: format } = body;
  return {
    tools,
    toolChoice,
    llmOptions: optionsOf(body),
    stop: typeof stop === "string" ? [stop] : (stop ?? []),
    output: format?.type === "json_schema" ? format.json_schema.schema : isForm(body) ? { type: "object" } : undefined,
  };
}

function isFunction(tool: NonNullable<CompletionBody["tools"]>[number]): tool is FunctionTool {
  return tool.type === "function";
}

function isForm({ response_format: format }: CompletionBody): boolean {
  return format != null && format.type !== "text";
}

function optionsOf(body: CompletionBody): ClientRequest["llmOptions"] {
  const { max_tokens, max_completion_tokens, reasoning_effort, verbosity } = body;
  const maxTokens = max_completion_tokens ?? max_tokens;
  return {
    ...passedOptions(body),
    ...(maxTokens == null ? {} : { maxTokens }),
    ...(reasoning_effort == null ? {} : { reasoning_effort }),
    ...(verbosity == null ? {} : { verbosity }),
  };
}

/** A request, as it was understood. */
interface Asked {
  readonly body: CompletionBody;
  readonly chosen: ChosenModel;
  readonly tools: readonly Tool[];
}

function chunksFor({ body, chosen, tools }: Asked, { followed }: ClientRun): CompletionChunks {
  const head: CompletionHead = {
    id: `chatcmpl-${followed.runId}`,
    created: Math.floor(Date.now() / 1000),
    model: chosen.name,
  };
  const clientTools = new Set(tools.map(({ name }) => name));
  const includeUsage = body.stream_options?.include_usage === true;
  return new CompletionChunks({ head, includeUsage, clientTools, isForm: isForm(body), run: followed });
}

function streamed(context: ServerContext, asked: Asked, begun: ClientRun): Response {
  const chunks = chunksFor(asked, begun);
  return eventStream(context, begun, { items: chunksOf(begun, chunks), lastLine: "data: [DONE]\n\n" });
}

async function* chunksOf(begun: ClientRun, chunks: CompletionChunks): AsyncGenerator<object> {
  yield chunks.first();
  for await (const event of eventsOf(begun)) yield* chunks.add(event);
  if (!chunks.isOver) yield chunks.breakOff();
}

async function whole(context: ServerContext, asked: Asked, begun: ClientRun): Promise<Response> {
  const { body } = asked;
  const chunks = chunksFor(asked, begun);
  await hearRun(context, begun, (event) => chunks.add(event));
  if (!chunks.isOver) return refuseFailed(UNKNOWN_END);
  const final = await begun.final;
  if (final.error !== undefined) return refuseFailed(final.error);
  const { handed } = chunks;
  const content = contentOf(final, { isForm: isForm(body), isHanded: handed.length > 0 });
  const calls = handed.length === 0 ? {} : { tool_calls: handed.map(toolCallOf) };
  const message = { role: "assistant", content, refusal: null, ...calls };
  const finish_reason = finishReasonOf(final.stopReason, handed);
  const choices = [{ index: 0, message, logprobs: null, finish_reason }];
  return answer({ ...chunks.head, object: "chat.completion", choices, usage: usageOf(final.usage) });
}

interface ContentOptions {
  readonly isForm: boolean;
  readonly isHanded: boolean;
}

function contentOf({ content, output, messages }: ToolLoopResult, { isForm, isHanded }: ContentOptions): string | null {
  if (!isHanded && !isForm) return content;
  if (!isHanded) return output === undefined ? formText(content) : JSON.stringify(output);
  const last = messages.findLast(({ role }) => role === "assistant");
  return isForm || typeof last?.content !== "string" || last.content === "" ? null : last.content;
}
