import type { Conversation } from "@toolwright/core";
import type { Lease } from "@toolwright/store";
import type { ChangeList, ReversalAnswer } from "@toolwright/view";
import type { ChangedTurn } from "@toolwright/view/internal";
import { z } from "zod";
import type { AgentUndo, ChangedRun, Reversal } from "../../agent.ts";
import { changedRuns } from "../../forks/changed-runs.ts";
import { goBack } from "../../forks/go-back.ts";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, noSuchThread, refuse } from "../refuse.ts";

/** Turns and files of one answer; the files of a turn beyond that are counted. */
const MAX_TURNS = 200;
const MAX_FILES = 200;

const runId = z.string().min(1).max(200);
const FORMS = {
  undo: {
    schema: z.strictObject({
      runId,
      path: z.string().min(1).max(4_096).optional(),
      force: z.boolean().optional(),
      fork: z.boolean().optional(),
    }),
    error: "The body must be { runId, path?, force?, fork? }.",
  },
  redo: {
    schema: z.strictObject({ runId: runId.optional(), force: z.boolean().optional() }),
    error: "The body must be { runId?, force? }.",
  },
};

interface Asked {
  readonly runId?: string | undefined;
  readonly path?: string | undefined;
  readonly force?: boolean | undefined;
  readonly fork?: boolean | undefined;
}

/** `GET /api/threads/:id/changes`: what its runs changed in files, newest first. */
export async function listChanges(context: ServerContext, chatId: string): Promise<Response> {
  const found = await undoOf(context, chatId);
  if (found instanceof Response) return found;
  const runs = await changedRuns(context.store, found.undo, found.conversation);
  const list: ChangeList = { turns: runs.slice(0, MAX_TURNS).map(({ run }) => shown(run)) };
  return answer(list);
}

function shown({ runId, files, isUndone }: ChangedRun): ChangedTurn {
  const more = files.length > MAX_FILES ? { more: files.length - MAX_FILES } : {};
  return { runId, files: files.slice(0, MAX_FILES), ...more, isUndone };
}

/**
 * `POST /api/threads/:id/undo` and `…/redo`: takes back what a run changed, or the undo of it; with `fork` also what
 * came after it, and the conversation. No run begins meanwhile.
 */
export async function reverseRun(
  context: ServerContext,
  request: Request,
  { kind, chatId }: { readonly kind: Reversal["kind"]; readonly chatId: string },
): Promise<Response> {
  const read = await readBody<Asked>(request, { ...FORMS[kind], limits: context.limits });
  if (!read.ok) return refuse(read.status, read.error);
  const found = await undoOf(context, chatId);
  if (found instanceof Response) return found;
  const { runId, path, force = false, fork = false } = read.body;
  if (fork && path !== undefined)
    return refuse(400, "The conversation goes back with all files, not with one: leave path or fork out.");
  const { conversation, undo } = found;
  const runs = await changedRuns(context.store, undo, conversation);
  const owner = runs.find(({ run }) => run.runId === runId)?.owner ?? conversation;
  const owners = fork ? runs.map((run) => run.owner) : [owner];
  return whileAtRest(context, [conversation, ...owners], async () => {
    if (fork && runId !== undefined) {
      const back = await goBack(context.store, { undo, conversation, runs, runId, force });
      return back === undefined ? refuse(404, "There is no such run in this thread.") : answer(back);
    }
    const reversed = await undo.reverse({
      kind,
      conversation: owner,
      force,
      ...(runId !== undefined && { runId }),
      ...(path !== undefined && { path }),
    });
    if (reversed === undefined) return refuse(404, "No run of that id has changed files.");
    if (owner !== conversation && reversed.done) await context.threads.tell(conversation, reversed.lines);
    const { lines, done, conflicts } = reversed;
    const answered: ReversalAnswer = { lines, done, conflicts };
    return answer(answered);
  });
}

/** Does something while no run of these threads is under way, or can begin. */
export async function whileAtRest(
  { store, limits, channel }: ServerContext,
  conversations: readonly Conversation[],
  work: () => Promise<Response>,
): Promise<Response> {
  const held: Lease[] = [];
  try {
    for (const chatId of new Set(conversations.map((each) => each.chatId))) {
      const lease = await store.leases.acquire({ channel, chatId }, { ttlMs: limits.leaseMs });
      if (lease !== undefined) held.push(lease);
      const status = (await store.threads.get({ channel, chatId }))?.status ?? "idle";
      if (lease === undefined || status !== "idle") {
        return refuse(409, "A run of this thread is under way; wait for its end, or stop it.");
      }
    }
    return await work();
  } finally {
    for (const lease of held) await lease.release();
  }
}

/** The thread, and how what it changed is taken back; or the refusal. */
export async function undoOf(
  { agent, store, channel }: ServerContext,
  chatId: string,
): Promise<{ readonly undo: AgentUndo; readonly conversation: Conversation } | Response> {
  const conversation = { channel, chatId };
  if ((await store.threads.get(conversation)) === undefined) return noSuchThread();
  if (agent.undo === undefined) return refuse(501, "This agent cannot undo what it did.");
  return { undo: agent.undo, conversation };
}
