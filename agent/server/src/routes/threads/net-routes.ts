import type { Conversation } from "@toolwright/core";
import type { ReversalAnswer } from "@toolwright/view";
import type { HunkUndoRequest, NetChangeList } from "@toolwright/view/internal";
import { z } from "zod";
import type { AgentUndo, UndoneRun } from "../../agent.ts";
import { callsUntil } from "../../forks/calls-until.ts";
import { changedRuns, type OwnedRun } from "../../forks/changed-runs.ts";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";
import { queryNumber } from "./query-number.ts";
import { undoOf, whileAtRest } from "./undo-routes.ts";

/** Files of one answer; those beyond that are counted. */
const MAX_FILES = 200;

const UNKNOWN = "No run of that id has changed files.";
const NOT_OFFERED = "This agent does not say what runs changed in the end.";

const count = z.int().min(0);
const FORM = {
  schema: z.strictObject({
    runId: z.string().min(1).max(200).optional(),
    path: z.string().min(1).max(4_096),
    oldStart: count,
    newStart: count,
    basis: z.string().min(1).max(200),
  }),
  error: "The body must be { runId?, path, oldStart, newStart, basis }.",
};

/**
 * `GET /api/threads/:id/net-changes?run=ID`: what its runs changed in the end, or one of them; `?until=SEQ`: what they
 * had changed by then, and `?after=SEQ` what they have changed since.
 */
export async function listNetChanges(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const found = await undoOf(context, chatId);
  if (found instanceof Response) return found;
  if (found.undo.net === undefined) return refuse(501, NOT_OFFERED);
  const [until, after] = [queryNumber(request, "until"), queryNumber(request, "after")];
  if (until === "wrong" || after === "wrong") return refuse(400, "until and after must be numbers of events.");
  const runs = await runsOf(context, found, new URL(request.url).searchParams.get("run") ?? undefined);
  if (runs === undefined) return refuse(404, UNKNOWN);
  const place = until ?? after;
  const parted = place === undefined ? undefined : await callsUntil(context.store.journal(found.conversation), place);
  const calls = until === undefined ? parted?.after : parted?.until;
  // What has been taken back since is nothing that later steps have left.
  const chosen = after === undefined ? runs : runs.filter(({ run }) => !run.isUndone);
  const files = await found.undo.net(chosen.map((run) => ({ ...named(run), ...(calls && { calls }) })));
  const more = files.length > MAX_FILES ? { more: files.length - MAX_FILES } : {};
  const list: NetChangeList = { files: files.slice(0, MAX_FILES), ...more };
  return answer(list);
}

/** `POST /api/threads/:id/undo-hunk`: takes one hunk back. No run begins meanwhile. */
export async function reverseHunk(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const read = await readBody<Asked>(request, { ...FORM, limits: context.limits });
  if (!read.ok) return refuse(read.status, read.error);
  const found = await undoOf(context, chatId);
  if (found instanceof Response) return found;
  const { undo, conversation } = found;
  if (undo.reverseHunk === undefined) return refuse(501, "This agent takes back files, not parts of them.");
  const { runId, ...hunk } = read.body;
  const runs = await runsOf(context, found, runId);
  if (runs === undefined) return refuse(404, UNKNOWN);
  const reverse = undo.reverseHunk.bind(undo);
  return whileAtRest(context, [conversation, ...runs.map(({ owner }) => owner)], async () => {
    const { lines, done, conflicts, run } = await reverse({ ...hunk, runs: runs.map(named) });
    const isElsewhere = run !== undefined && run.conversation.chatId !== conversation.chatId;
    if (done && isElsewhere) await context.threads.tell(conversation, lines);
    const answered: ReversalAnswer = { lines, done, conflicts };
    return answer(answered);
  });
}

interface Asked extends Omit<HunkUndoRequest, "runId"> {
  readonly runId?: string | undefined;
}

interface Found {
  readonly undo: AgentUndo;
  readonly conversation: Conversation;
}

/** All runs of the thread, or the named one. */
async function runsOf(
  { store }: ServerContext,
  { undo, conversation }: Found,
  runId: string | undefined,
): Promise<readonly OwnedRun[] | undefined> {
  const runs = await changedRuns(store, undo, conversation);
  if (runId === undefined) return runs;
  const chosen = runs.filter(({ run }) => run.runId === runId);
  return chosen.length === 0 ? undefined : chosen;
}

function named({ run, owner }: OwnedRun): UndoneRun {
  return { conversation: owner, runId: run.runId };
}
