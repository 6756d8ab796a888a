import type { Conversation } from "@toolwright/core";
import type { ServerContext } from "../../../server-context.ts";
import type { RunEncoder } from "../../../streams/run-encoder.ts";
import { decide } from "../../approvals/decide.ts";
import type { DecisionBody } from "../../approvals/decision-body.ts";
import { noSuchThread, refuse } from "../../refuse.ts";
import { streamAs } from "../../stream-run.ts";

/** An answer to a question, in the form of all decisions. */
export interface GivenAnswer extends DecisionBody {
  readonly approvalId: string;
}

/** The answers of a client to the questions of a run. */
export interface GivenAnswers {
  readonly conversation: Conversation;
  /** The number of the last event that the client has heard of. */
  readonly seq?: number | undefined;
  readonly answers: readonly GivenAnswer[];
  readonly encoder: () => RunEncoder;
}

/** Decides one after the other, and streams how the run goes on. Nothing is decided after one that is refused. */
export async function answerQuestions(
  context: ServerContext,
  { conversation, seq, answers, encoder }: GivenAnswers,
): Promise<Response> {
  const thread = await context.store.threads.get(conversation);
  if (thread === undefined) return noSuchThread();
  const after = Math.min(seq ?? thread.lastSeq, thread.lastSeq);
  const answered: string[] = [];
  for (const answer of answers) {
    const decided = await decide(context, { ...answer, chatId: conversation.chatId });
    if (!decided.ok && answered.length === 0) return decided.response;
    if (!decided.ok) break;
    answered.push(answer.approvalId);
  }
  const followed = await context.threads.follow(conversation, after);
  if (followed === undefined) return refuse(409, "This run has ended meanwhile; load the conversation again.");
  return streamAs(context, { followed, encoder: encoder(), answered });
}
