import type { Conversation, Message } from "@toolwright/core";
import type { Agent } from "../../../agent.ts";
import { OPEN_AI, RESPONSES } from "../../../channels.ts";
import { readBody } from "../../../guard/read-body.ts";
import { endConversation } from "../../../runs/end-conversation.ts";
import type { ServerContext } from "../../../server-context.ts";
import { answer } from "../../refuse.ts";
import { beginClientRun, type ClientRun, eventsOf, hearRun } from "../begin-client-run.ts";
import { refuseFailed, refuseV1, UNKNOWN_END } from "../errors.ts";
import { eventStream } from "../event-stream.ts";
import { type ChosenModel, modelNamed } from "../models.ts";
import type { ClientRequest } from "../request/client-request.ts";
import { isFormWanted, type ResponseBody, responseBody } from "./response-body.ts";
import { ResponseFold } from "./response-fold.ts";
import { type EarlierResponse, earlierResponse, findItem, withAnswers } from "./response-history.ts";
import { echoOf, wantedOf } from "./response-request.ts";
import { keepResponse, newResponseId, type StoredResponse } from "./stored-response.ts";
import { toInput } from "./to-input.ts";

/** Responses that nobody asks for again whose journals are kept, as those of completions. */
const KEPT_UNASKED = 256;

/**
 * `POST /v1/responses`: the agent as a model that remembers. Its tools run here, shown as `mcp_call` items; calls of
 * the client's tools end the response. When the client leaves, the run is stopped, unless it is in the background.
 */
export async function createResponse(context: ServerContext, request: Request): Promise<Response> {
  const error = "The body is no request for a response.";
  const read = await readBody(request, { schema: responseBody, error, limits: context.limits });
  if (!read.ok) return refuseV1(read.status, read.error);
  const { body } = read;
  const chosen = modelNamed(context, body.model ?? context.agent.model);
  const wanted = wantedOf(body, context, chosen);
  if ("param" in wanted) return refuseV1(400, wanted.message, wanted);
  if (body.background === true && body.store === false) {
    return refuseV1(400, '"background" needs "store": nobody could ask for such a response again.', {
      param: "background",
    });
  }
  const earlier = await earlierOf(context, body);
  if (earlier instanceof Response) return earlier;
  const sources = { waiting: earlier?.waiting ?? new Set(), findItem: (id: string) => findItem(context.store, id) };
  const input = await toInput(body.input, sources);
  if (typeof input === "string") return refuseV1(400, input, { param: "input" });
  const before = withAnswers(earlier?.history ?? [], input.answers);
  if (before.length + input.messages.length === 0) return refuseV1(400, '"input" is missing.', { param: "input" });
  const head = headOf(chosen.isPlain ? {} : context.agent, body);
  const messages = [...head, ...before, ...input.messages];
  return respond(context, request, { body, chosen, wanted, earlier, messages, head: head.length });
}

/** What holds for this response alone: the agent's instructions, and those of the request. */
function headOf(agent: Pick<Agent, "instructions">, { instructions }: ResponseBody): readonly Message[] {
  const own = instructions ? [{ role: "system", content: instructions } as const] : [];
  return [...(agent.instructions ?? []), ...own];
}

async function earlierOf(
  { store }: ServerContext,
  { previous_response_id: id }: ResponseBody,
): Promise<EarlierResponse | Response | undefined> {
  if (id == null) return undefined;
  const earlier = await earlierResponse(store, id);
  const details = { param: "previous_response_id", code: "previous_response_not_found" };
  if (earlier === "missing") return refuseV1(400, `Previous response with id '${id}' not found.`, details);
  if (earlier === "open")
    return refuseV1(409, "The previous response is still under way.", { param: "previous_response_id" });
  return earlier;
}

interface ReadWish {
  readonly body: ResponseBody;
  readonly chosen: ChosenModel;
  readonly wanted: ClientRequest;
  readonly earlier: EarlierResponse | undefined;
  readonly messages: readonly Message[];
  readonly head: number;
}

async function respond(context: ServerContext, request: Request, wish: ReadWish): Promise<Response> {
  const { body, chosen, wanted, earlier, messages, head } = wish;
  const asked = { request, messages, wanted, chosen, endsWithClient: body.background !== true };
  let conversation = await conversationFor(context, wish);
  let begun = await beginClientRun(context, { ...asked, conversation });
  if (!begun.ok && begun.busy && earlier !== undefined) {
    // Somebody else goes on from the same response.
    conversation = await newConversation(context, body);
    begun = await beginClientRun(context, { ...asked, conversation });
  }
  if (!begun.ok) return begun.response;
  const id = newResponseId();
  const about: StoredResponse = {
    chatId: conversation.chatId,
    runId: begun.followed.runId,
    after: begun.followed.after,
    createdAt: Math.floor(Date.now() / 1000),
    model: chosen.name,
    head,
    clientTools: wanted.tools.map(({ name }) => name),
    isForm: isFormWanted(body),
    echo: echoOf(body),
  };
  if (body.store !== false) await keepResponse(context.store, id, about);
  leaveAtEnd(context, conversation, begun);
  const fold = new ResponseFold(id, about);
  if (body.stream === true) return eventStream(context, begun, { items: numbered(fold, begun) });
  if (body.background === true) return inBackground(fold, begun);
  return whole(context, fold, begun);
}

function conversationFor(context: ServerContext, { body, earlier }: ReadWish): Conversation | Promise<Conversation> {
  const isNext = earlier?.isNewest === true && body.store !== false;
  return isNext ? { channel: RESPONSES, chatId: earlier.about.chatId } : newConversation(context, body);
}

async function newConversation({ store }: ServerContext, { store: keeps }: ResponseBody): Promise<Conversation> {
  const channel = keeps === false ? OPEN_AI : RESPONSES;
  const { conversation } = await store.threads.create({ channel, title: "response" });
  if (channel === OPEN_AI) await store.threads.trim({ channel, keep: KEPT_UNASKED });
  return conversation;
}

/** What tools have made for the conversation stays while it is likely to go on. */
function leaveAtEnd(context: ServerContext, conversation: Conversation, { final }: ClientRun): void {
  context.recent.take(conversation);
  void final.then(async () => {
    const gone = conversation.channel === RESPONSES ? context.recent.put(conversation) : [conversation];
    for (const each of gone) await endConversation(context, each);
  });
}

function inBackground(fold: ResponseFold, { followed }: ClientRun): Response {
  followed.leave();
  return answer(fold.response());
}

async function whole(context: ServerContext, fold: ResponseFold, begun: ClientRun): Promise<Response> {
  await hearRun(context, begun, (event) => void Array.from(fold.add(event)));
  if (!fold.isOver) return refuseFailed(UNKNOWN_END);
  const { error } = await begun.final;
  return error === undefined ? answer(fold.response()) : refuseFailed(error);
}

async function* numbered(fold: ResponseFold, begun: ClientRun): AsyncGenerator<object> {
  let sequence_number = 0;
  for (const event of fold.begin()) yield { ...event, sequence_number: sequence_number++ };
  for await (const heard of eventsOf(begun)) {
    for (const event of fold.add(heard)) yield { ...event, sequence_number: sequence_number++ };
  }
  if (!fold.isOver) yield { ...fold.breakOff(), sequence_number };
}
