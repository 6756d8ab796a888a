import type { Conversation } from "@toolwright/core";
import {
  type CommitAnswer,
  type CommitOffer,
  type CommitPlan,
  type CommitRequest,
  MAX_COMMIT_MESSAGE,
  type NetChange,
} from "@toolwright/view/internal";
import { z } from "zod";
import type { AgentCommits, PlannedCommit } from "../../agent-commits.ts";
import { commitMessage } from "../../commits/commit-message.ts";
import { commitConfig } from "../../commits/commit-run.ts";
import { changedRuns } from "../../forks/changed-runs.ts";
import { readBody } from "../../guard/read-body.ts";
import { newCallId } from "../../runs/one-call-model.ts";
import { isLeftOut, storedChoice } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";
import { callerOf } from "../caller-of.ts";
import { answer, refuse, refuseRun } from "../refuse.ts";
import { undoOf } from "./undo-routes.ts";

const NOT_OFFERED = "This agent makes no commits.";
const NOTHING = "This conversation left no file changed, so there is nothing to commit.";

const FORM = {
  schema: z.strictObject({
    message: z
      .string()
      .max(MAX_COMMIT_MESSAGE)
      .refine((text) => text.trim() !== "" && !text.includes("\0")),
  }),
  error: `The body must be { message }, a text of 1 to ${MAX_COMMIT_MESSAGE.toLocaleString("en-US")} characters.`,
};

/** `GET /api/threads/:id/commit`: what a commit of what its runs changed would hold. */
export async function planCommit(context: ServerContext, chatId: string): Promise<Response> {
  const found = await committable(context, chatId);
  if (found instanceof Response) return found;
  const offer: CommitOffer = found.ok ? { ready: true, ...planOf(found) } : { ready: false, reason: found.error };
  return answer(offer);
}

function planOf({ changes, plan: { files } }: Committable): CommitPlan {
  const held = new Set(files);
  return { files, left: changes.map(({ path }) => path).filter((path) => !held.has(path)) };
}

/** `POST /api/threads/:id/commit/message`: a message for it by the model of the thread. */
export async function proposeMessage(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const found = await committable(context, chatId);
  if (found instanceof Response) return found;
  if (!found.ok) return refuse(409, found.error);
  const { conversation, changes, plan } = found;
  const { store, agent, metrics, person } = context;
  const config = await agent.config(conversation, await storedChoice(store, agent, conversation), person);
  const held = new Set(plan.files);
  const message = await commitMessage({
    ...{ store, metrics, conversation, config, runId: "", step: 0 },
    changes: changes.filter(({ path }) => held.has(path)),
    title: (await store.threads.get(conversation))?.title ?? "",
    subjects: plan.subjects,
    secrets: config.secrets ?? [],
    signal: request.signal,
  });
  return answer(message);
}

/** `POST /api/threads/:id/commit { message }`: begins a run of the one call that commits. */
export async function commitChanges(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const { agent, store, threads, limits } = context;
  const read = await readBody<CommitRequest>(request, { ...FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  const found = await committable(context, chatId);
  if (found instanceof Response) return found;
  if (!found.ok) return refuse(409, found.error);
  const { conversation, commits, plan } = found;
  const call = commits.call({ ...plan, message: read.body.message });
  if (!call.ok) return refuse(409, call.error);
  const { activeTools } = await storedChoice(store, agent, conversation);
  if (isLeftOut(agent, call.value.name, activeTools))
    return refuse(
      409,
      `The tool ${JSON.stringify(call.value.name)} was not chosen for this thread: choose it to commit.`,
    );
  const toolCallId = newCallId();
  const begun = await threads.beginHere({
    conversation,
    caller: callerOf(request),
    message: { role: "user", content: said(plan.files.length) },
    adapt: (config) => commitConfig(commits, config, { ...call.value, id: toolCallId }),
  });
  if (!begun.ok) return refuseRun(begun.why);
  begun.followed.leave();
  const answered: CommitAnswer = { runId: begun.followed.runId, toolCallId };
  return answer(answered, 202);
}

/** What the conversation is told: its model reads it later. */
function said(files: number): string {
  return `Commit what was changed in ${files === 1 ? "1 file" : `${files} files`}.`;
}

interface Committable {
  readonly ok: true;
  readonly conversation: Conversation;
  readonly commits: AgentCommits;
  /** What the runs of the thread came to. */
  readonly changes: readonly NetChange[];
  readonly plan: PlannedCommit;
}

interface NotCommittable {
  readonly ok: false;
  /** In one sentence. */
  readonly error: string;
}

/** What there is to commit, or why there is nothing; a refusal where the server cannot tell. */
async function committable(context: ServerContext, chatId: string): Promise<Committable | NotCommittable | Response> {
  const { commits } = context.agent;
  const found = await undoOf(context, chatId);
  if (found instanceof Response) return found;
  const { conversation, undo } = found;
  if (commits === undefined || undo.net === undefined) return refuse(501, NOT_OFFERED);
  const runs = await changedRuns(context.store, undo, conversation);
  const changes = await undo.net(runs.map(({ run, owner }) => ({ conversation: owner, runId: run.runId })));
  if (changes.length === 0) return { ok: false, error: NOTHING };
  const paths = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path]));
  const plan = await commits.plan([...new Set(paths)]);
  return plan.ok ? { ok: true, conversation, commits, changes, plan: plan.value } : plan;
}
