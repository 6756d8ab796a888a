import type { Message } from "@toolwright/core";
import { canonicalJson } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import { z } from "zod";
import { checkBody } from "../../../guard/read-body.ts";
import { agUiStream } from "../../../streams/ag-ui-stream.ts";
import { decisionBody } from "../../approvals/decision-body.ts";
import { choiceOf } from "../begin-chat.ts";
import { chatBody, userMessageOf } from "../chat-body.ts";
import { requestOf } from "../same-request.ts";
import type { GivenAnswer } from "./answer-questions.ts";
import { clientId } from "./client-id.ts";
import type { ReadTurn } from "./client-turn.ts";

const id = z.string().min(1).max(200);

const agUiMessage = z.looseObject({
  id: z.string().max(400),
  role: z.string().max(200),
  content: z.unknown().optional(),
  toolCalls: z.array(z.looseObject({ id: z.string().max(400) })).optional(),
});

const answer = z.strictObject({
  approved: z.boolean(),
  reason: z.string().max(4_000).optional(),
  editedArgs: z.record(z.string(), z.json()).optional(),
  more: decisionBody.shape.more,
});

const resumeEntry = z.looseObject({
  interruptId: id,
  status: z.enum(["resolved", "cancelled"]),
  payload: z.unknown().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

const { model, effort, mode, activeTools } = chatBody.shape;

const agUiBody = z.looseObject({
  threadId: clientId,
  runId: id,
  messages: z.array(agUiMessage).max(10_000),
  tools: z.array(z.unknown()).optional(),
  context: z.array(z.unknown()).optional(),
  resume: z.array(resumeEntry).max(1_000).optional(),
  forwardedProps: z.looseObject({ model, effort, mode, activeTools }).nullish(),
});

const FORM =
  "The body must be the RunAgentInput of AG-UI { threadId, runId, messages, resume?, forwardedProps? }, with 1 to 200 characters as threadId.";

const UNHEARD =
  "Tools and context of the client are not used here; send none, and say in a message what the agent has to know.";

const NO_MESSAGE =
  "The last message is not one of a user that can be read here (text, and PNG, JPEG, GIF or WebP images as data), and no interrupt is answered.";

const WRONG_ANSWER =
  "An answer to an interrupt has the status resolved and the payload { approved, reason?, editedArgs?, more? }, or the status cancelled.";

/** Whether a body is what a client of AG-UI sends. */
export function isAgUiBody({ threadId, runId, messages }: Readonly<Record<string, unknown>>): boolean {
  return typeof threadId === "string" && typeof runId === "string" && Array.isArray(messages);
}

/** What a client of AG-UI says: the last message of a user, or answers to the interrupts of the run before. */
export function agUiTurn(request: Request, sent: object): ReadTurn {
  const read = checkBody(sent, { schema: agUiBody, error: FORM });
  if (!read.ok) return read;
  const { threadId, runId, messages, tools = [], context = [], resume, forwardedProps } = read.body;
  if (tools.length > 0 || context.length > 0) return { ok: false, error: UNHEARD };
  const answers = answersIn(resume ?? []);
  if (answers === undefined) return { ok: false, error: WRONG_ANSWER };
  const said = answers.length > 0 ? answers : saidIn(messages.at(-1));
  if (said === undefined) return { ok: false, error: NO_MESSAGE };
  const calls = new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map((call) => call.id)));
  const first = messages.find(({ role }) => role === "user");
  const turn = {
    id: threadId,
    lastRun: runOf(messages.findLast(({ role }) => role === "assistant")?.id),
    first: first && saidIn(first),
    isAgain: "role" in said ? said : false,
    said,
    choice: choiceOf(forwardedProps ?? {}),
    wanted: requestOf(request, sent, `ag-ui ${canonicalJson([threadId, runId])}`),
    encoder: () => agUiStream({ threadId, runId, calls }),
  };
  return { ok: true, turn };
}

/** The run of an answer, by the id that its message has in the stream: that of the run, a hyphen, and its step. */
function runOf(messageId: string | undefined): string | undefined {
  return messageId === undefined ? undefined : (/^(.+)-\d+(?:\.\d+)?$/.exec(messageId)?.[1] ?? messageId);
}

function saidIn(message: z.infer<typeof agUiMessage> | undefined): Message | undefined {
  const { role, content } = message ?? {};
  return userMessageOf({ role, content: Array.isArray(content) ? content.map(partOf) : content });
}

/** An image as the route takes it; everything else as it is. */
function partOf(part: unknown): unknown {
  if (!isFields(part) || part.type !== "image" || !isFields(part.source)) return part;
  const { type, value, mimeType } = part.source;
  return type === "data" ? { type: "image", image: `data:${String(mimeType)};base64,${String(value)}` } : part;
}

/** Undefined where one of them cannot be understood: then none is taken. */
function answersIn(resume: readonly z.infer<typeof resumeEntry>[]): GivenAnswer[] | undefined {
  const answers: GivenAnswer[] = [];
  for (const { interruptId: approvalId, status, payload, metadata } of resume) {
    const preview = typeof metadata?.preview === "string" ? { preview: metadata.preview } : {};
    const parsed = answer.safeParse(status === "cancelled" ? { approved: false } : payload);
    if (!parsed.success) return undefined;
    const { approved: approve, reason, editedArgs, more } = parsed.data;
    const said = { ...(reason !== undefined && { reason }), ...(editedArgs && { arguments: editedArgs }) };
    answers.push({ approvalId, approve, ...said, ...(more && { more }), ...preview });
  }
  return answers;
}
