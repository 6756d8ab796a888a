import { isFields } from "@toolwright/core/internal";
import { z } from "zod";
import { checkBody } from "../../../guard/read-body.ts";
import { uiMessageStream } from "../../../streams/ui-message-stream.ts";
import { choiceOf } from "../begin-chat.ts";
import { chatBody, userMessageOf } from "../chat-body.ts";
import { requestOf } from "../same-request.ts";
import type { GivenAnswer } from "./answer-questions.ts";
import { clientId } from "./client-id.ts";
import type { ClientTurn, ReadTurn } from "./client-turn.ts";

const uiMessage = z.looseObject({
  id: z.string().max(200).optional(),
  role: z.enum(["system", "user", "assistant"]),
  metadata: z.unknown().optional(),
  parts: z.array(z.looseObject({ type: z.string().max(200) })).max(10_000),
});

type UiMessage = z.infer<typeof uiMessage>;
type UiPart = UiMessage["parts"][number];

const { model, effort, mode, activeTools } = chatBody.shape;

const uiMessageBody = z.looseObject({
  id: clientId,
  messages: z.array(uiMessage).min(1).max(10_000).optional(),
  /** What an app sends that sends the last message alone. */
  message: uiMessage.optional(),
  trigger: z.enum(["submit-message", "regenerate-message"]).optional(),
  messageId: z.string().max(200).nullish(),
  model,
  effort,
  mode,
  activeTools,
});

const FORM =
  "The body must be { id, messages, trigger?, messageId? } or { id, message } as AI SDK's DefaultChatTransport sends it, with 1 to 200 characters as id.";

/** Whether a body is what `useChat` sends: its messages have parts. */
export function isUiMessageBody({ id, message, messages }: Readonly<Record<string, unknown>>): boolean {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : message;
  return typeof id === "string" && isFields(last) && Array.isArray(last.parts);
}

/** What `useChat` says: the last message of a user, once more or anew, or answers in the last message of the agent. */
export function uiMessageTurn(request: Request, sent: object): ReadTurn {
  const read = checkBody(sent, { schema: uiMessageBody, error: FORM });
  if (!read.ok) return read;
  const { id, message, messages = [], trigger, messageId } = read.body;
  const all = message === undefined ? messages : [message];
  const last = all.at(-1);
  if (last === undefined) return { ok: false, error: FORM };
  const turn = { id, ...placeIn(all), choice: choiceOf(read.body), wanted: requestOf(request, sent) };
  if (last.role !== "user") return answersOf(last, turn);
  const isAgain = trigger === "regenerate-message" || typeof messageId === "string";
  if (isAgain && message !== undefined) return { ok: false, error: ALONE };
  const said = userMessageOf(asContent(last));
  if (said === undefined) return { ok: false, error: WRONG_MESSAGE };
  return { ok: true, turn: { ...turn, isAgain, said, encoder: () => uiMessageStream() } };
}

/** After which answer a client goes on, as the stream of that one has told it. */
function placeIn(messages: readonly UiMessage[]) {
  const answer = messages.findLast(({ role }) => role === "assistant");
  const first = messages.find(({ role }) => role === "user");
  const { threadId, seq }: Readonly<Record<string, unknown>> = isFields(answer?.metadata) ? answer.metadata : {};
  return {
    threadId: typeof threadId === "string" ? threadId : undefined,
    lastRun: answer?.id,
    seq: typeof seq === "number" && Number.isSafeInteger(seq) && seq >= 0 ? seq : undefined,
    first: first && userMessageOf(asContent(first)),
  };
}

function answersOf(last: UiMessage, turn: Omit<ClientTurn, "isAgain" | "said" | "encoder">): ReadTurn {
  const answers = answersIn(last);
  if (answers.length === 0) return { ok: false, error: NO_ANSWER };
  const begun = {
    messageId: last.id ?? "",
    calls: new Set(last.parts.flatMap(({ toolCallId }) => (typeof toolCallId === "string" ? [toolCallId] : []))),
    answered: new Set(answers.map(({ approvalId }) => approvalId)),
  };
  return { ok: true, turn: { ...turn, isAgain: false, said: answers, encoder: () => uiMessageStream(begun) } };
}

const NO_ANSWER =
  "The last message is the agent's and answers no question; tools of the client are not run here, so send a message of the user, or answers to approvals.";

const ALONE =
  "A message that is changed or tried again comes with those before it; send { id, messages, trigger, messageId } with the last two at least.";

const WRONG_MESSAGE =
  "The message holds nothing that can be read here: text of up to 1,000,000 characters, and files that are PNG, JPEG, GIF or WebP images in data: URLs.";

/** What a user says, in the form of the route. Data parts are the app's own, and no model reads them. */
function asContent({ role, parts }: UiMessage) {
  const content = parts.flatMap((part): unknown[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    if (part.type === "file") return [{ type: "image", image: part.url }];
    return [];
  });
  return { role, content };
}

function answersIn({ parts }: UiMessage): GivenAnswer[] {
  return parts.flatMap(({ state, approval }) => {
    if (state !== "approval-responded" || !isFields(approval)) return [];
    const { id, approved, reason } = approval;
    if (typeof id !== "string" || typeof approved !== "boolean") return [];
    const preview = previewOf(parts, id);
    const said = typeof reason === "string" && reason !== "" ? { reason } : {};
    return [{ approvalId: id, approve: approved, ...said, ...(preview !== undefined && { preview }) }];
  });
}

/** What the question showed, so that the answer is for exactly that. */
function previewOf(parts: readonly UiPart[], approvalId: string): string | undefined {
  for (const { type, data } of parts)
    if (type === "data-approval-request" && isFields(data) && data.approvalId === approvalId)
      return typeof data.preview === "string" ? data.preview : undefined;
  return undefined;
}
