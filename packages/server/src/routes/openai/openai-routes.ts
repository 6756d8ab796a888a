import type { Conversation, ToolLoopResult } from "@toolwright/core";
import type { LlmOptions } from "@toolwright/core/types";
import { safeErrorText } from "@toolwright/view";
import { OPEN_AI } from "../../channels.ts";
import { readBody } from "../../guard/read-body.ts";
import { endConversation } from "../../runs/end-conversation.ts";
import type { FollowedRun } from "../../runs/followed-run.ts";
import { modelsOf } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";
import { callerOf } from "../caller-of.ts";
import { answer } from "../refuse.ts";
import { type CompletionBody, completionBody } from "./completion-body.ts";
import { CompletionChunks, type CompletionHead, finishReasonOf, openAiError, usageOf } from "./completion-chunks.ts";
import { eventStream } from "./event-stream.ts";
import { toMessages } from "./to-messages.ts";

/** Completions whose journals are kept: nobody goes on with them, and people's threads need the room. */
const KEPT = 256;

/** `GET /v1/models`: the agent with each of its models. */
export function listModels({ agent }: ServerContext): Response {
  const data = modelsOf(agent).map((id) => ({ id, object: "model", created: 0, owned_by: "toolwright" }));
  return answer({ object: "list", data });
}

/**
 * `POST /v1/chat/completions`: the agent as a model. Its tools run here, and their questions wait at `/api/approvals`. The
 * client owns the history; when it leaves, the run is stopped, for nobody could take it up.
 */
export async function complete(context: ServerContext, request: Request): Promise<Response> {
  const read = await readBody(request, {
    schema: completionBody,
    error: "The body is no chat completion.",
    limits: context.limits,
  });
  if (!read.ok) return refuse(read.status, read.error);
  const { body } = read;
  if ([...(body.tools ?? []), ...(body.functions ?? [])].length > 0) {
    return refuse(400, "Tools of the client are not run here; send none.");
  }
  const messages = toMessages(body);
  if (typeof messages === "string") return refuse(400, messages);
  // Clients are often set to a model's name of their own: as other local servers do, the usual one answers, and says so.
  const model = modelsOf(context.agent).find((offered) => offered === body.model) ?? context.agent.model;
  const { conversation } = await context.store.threads.create({ channel: OPEN_AI, title: "completion" });
  await context.store.threads.trim({ channel: OPEN_AI, keep: KEPT });
  const history = [...(context.agent.instructions ?? []), ...messages];
  const begun = await context.threads.beginHere({
    conversation,
    messages: history,
    caller: callerOf(request),
    llmOptions: optionsOf(body),
    choice: { model },
  });
  if (!begun.ok) return refuse(503, "Too much is under way; try again soon.");
  const stop = () => stopRun(context, conversation);
  // Nobody goes on with it.
  void begun.final.then(() => endConversation(context, conversation));
  request.signal.addEventListener("abort", stop, { once: true });
  // It may have left while the run began.
  if (request.signal.aborted) stop();
  const head = {
    id: `chatcmpl-${begun.followed.runId}`,
    created: Math.floor(Date.now() / 1000),
    model,
  };
  if (body.stream !== true) return whole(await begun.final, { head, followed: begun.followed });
  const chunks = new CompletionChunks({ head, includeUsage: body.stream_options?.include_usage === true });
  const close = context.streams.open();
  const onEnd = (isWhole: boolean) => {
    close();
    if (!isWhole) stop();
  };
  return eventStream({ items: chunksOf(begun, chunks), onEnd });
}

/** Nobody is there any more who could be told that it failed. */
function stopRun({ threads, logger }: ServerContext, conversation: Conversation): void {
  threads.stop(conversation).catch((error) => logger.error("A run could not be stopped", { error }));
}

interface BegunRun {
  readonly followed: FollowedRun;
  readonly final: Promise<ToolLoopResult>;
}

async function* chunksOf({ followed, final }: BegunRun, chunks: CompletionChunks): AsyncGenerator<object> {
  yield chunks.first();
  for await (const batch of followed.batches) {
    for (const event of batch.filter(({ runId }) => runId === followed.runId)) {
      // What a tool that ends the run has to say is no text of the model.
      if (event.type === "done" && event.data.stopReason === "done") yield* chunks.text((await final).content);
      yield* chunks.add(event);
      if (event.type === "done") return;
    }
  }
}

function whole(
  { content, stopReason, usage, error }: ToolLoopResult,
  { head, followed }: { readonly head: CompletionHead; readonly followed: FollowedRun },
): Response {
  followed.leave();
  if (error !== undefined) return answer({ error: openAiError(safeErrorText(error), "server_error", error.code) }, 502);
  const message = { role: "assistant", content, refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReasonOf(stopReason) }];
  return answer({ ...head, object: "chat.completion", choices, usage: usageOf(usage) });
}

function optionsOf({ temperature, max_tokens, max_completion_tokens }: CompletionBody): LlmOptions {
  const maxTokens = max_completion_tokens ?? max_tokens;
  return { ...(temperature == null ? {} : { temperature }), ...(maxTokens == null ? {} : { maxTokens }) };
}

function refuse(status: number, message: string): Response {
  return answer({ error: openAiError(message, status < 500 ? "invalid_request_error" : "server_error") }, status);
}
