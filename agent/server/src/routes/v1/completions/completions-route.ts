import type { ToolLoopResult } from "@toolwright/core";
import { OPEN_AI } from "../../../channels.ts";
import { readBody } from "../../../guard/read-body.ts";
import { endConversation } from "../../../runs/end-conversation.ts";
import { modelsOf } from "../../../runs/run-choice.ts";
import type { ServerContext } from "../../../server-context.ts";
import { answer } from "../../refuse.ts";
import { type Begun, beginRun, eventsOf, modelFor } from "../begin-run.ts";
import { refuseFailed, refuseV1, UNKNOWN_END } from "../errors.ts";
import { eventStream } from "../event-stream.ts";
import { type ClientRequest, passedOptions } from "../request/client-request.ts";
import { clientTools } from "../request/client-tools.ts";
import { type WrongField, wrongField } from "../request/fields.ts";
import { formText } from "../request/form-text.ts";
import { wrongToolChoice } from "../request/tool-choice.ts";
import { COMPLETION_RULES, type CompletionBody, completionBody, toolChoiceOf } from "./completion-body.ts";
import { CompletionChunks, type CompletionHead, finishReasonOf, toolCallOf, usageOf } from "./completion-chunks.ts";
import { toMessages } from "./to-messages.ts";

/** Completions whose journals are kept: nobody goes on with them, and people's threads need the room. */
const KEPT = 256;

/** `GET /v1/models`: the agent with each of its models. */
export function listModels({ agent }: ServerContext): Response {
  return answer({ object: "list", data: modelsOf(agent).map(modelOf) });
}

/** `GET /v1/models/:id`: one of them. */
export function getModel({ agent }: ServerContext, id: string): Response {
  if (modelsOf(agent).includes(id)) return answer(modelOf(id));
  return refuseV1(404, `The model ${JSON.stringify(id.slice(0, 100))} is not offered here.`, {
    code: "model_not_found",
  });
}

function modelOf(id: string): object {
  return { id, object: "model", created: 0, owned_by: "toolwright" };
}

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
  const wanted = wantedOf(body, context);
  if ("param" in wanted) return refuseV1(400, wanted.message, wanted);
  const messages = toMessages(body);
  if (typeof messages === "string") return refuseV1(400, messages, { param: "messages" });
  const { conversation } = await context.store.threads.create({ channel: OPEN_AI, title: "completion" });
  await context.store.threads.trim({ channel: OPEN_AI, keep: KEPT });
  const history = [...(context.agent.instructions ?? []), ...messages];
  const { model } = body;
  const begun = await beginRun(context, {
    request,
    conversation,
    messages: history,
    wanted,
    model,
    endsWithClient: true,
  });
  if (!begun.ok) return begun.response;
  // Nobody goes on with it.
  void begun.final.then(() => endConversation(context, conversation));
  return body.stream === true ? streamed(context, body, begun) : whole(context, body, begun);
}

/** What a request wants of its run, or the field that cannot be had. */
function wantedOf(body: CompletionBody, { agent }: ServerContext): ClientRequest | WrongField {
  const wrong = wrongField(body, COMPLETION_RULES);
  if (wrong !== undefined) return wrong;
  const serverTools = agent.tools ?? [];
  const given = (body.tools ?? []).map(({ function: { name, description, parameters } }) => {
    return { name, description: description ?? "", parameters: parameters ?? { type: "object" } };
  });
  const tools = clientTools(given, serverTools);
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

function chunksFor(context: ServerContext, body: CompletionBody, { followed }: Begun): CompletionChunks {
  const head: CompletionHead = {
    id: `chatcmpl-${followed.runId}`,
    created: Math.floor(Date.now() / 1000),
    model: modelFor(context, body.model),
  };
  const clientTools = new Set((body.tools ?? []).map((tool) => tool.function.name));
  const includeUsage = body.stream_options?.include_usage === true;
  return new CompletionChunks({ head, includeUsage, clientTools, isForm: isForm(body), run: followed });
}

function streamed(context: ServerContext, body: CompletionBody, begun: Begun): Response {
  const chunks = chunksFor(context, body, begun);
  return eventStream(context, begun, { items: chunksOf(begun, chunks), lastLine: "data: [DONE]\n\n" });
}

async function* chunksOf(begun: Begun, chunks: CompletionChunks): AsyncGenerator<object> {
  yield chunks.first();
  for await (const event of eventsOf(begun)) yield* chunks.add(event);
  if (!chunks.isOver) yield chunks.breakOff();
}

async function whole(context: ServerContext, body: CompletionBody, begun: Begun): Promise<Response> {
  const chunks = chunksFor(context, body, begun);
  for await (const event of eventsOf(begun)) chunks.add(event);
  begun.followed.leave();
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
