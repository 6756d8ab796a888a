import type { Conversation } from "@toolwright/core";
import type { ChangedTurn, ChangeList } from "@toolwright/view";
import { z } from "zod";
import type { AgentUndo, ChangedRun, Reversal } from "../../agent.ts";
import { WEB } from "../../channels.ts";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";

/** Turns and files of one answer; the files of a turn beyond that are counted. */
const MAX_TURNS = 200;
const MAX_FILES = 200;

const FORMS = {
  undo: {
    schema: z.strictObject({ runId: z.string().min(1).max(200), force: z.boolean().optional() }),
    error: "The body must be { runId, force? }.",
  },
  redo: {
    schema: z.strictObject({ runId: z.string().min(1).max(200).optional(), force: z.boolean().optional() }),
    error: "The body must be { runId?, force? }.",
  },
};

/** `GET /api/threads/:id/changes`: what its runs changed in files, newest first. */
export async function listChanges(context: ServerContext, chatId: string): Promise<Response> {
  const found = await undoOf(context, chatId);
  if (found instanceof Response) return found;
  const turns = await found.undo.turns(found.conversation);
  const list: ChangeList = { turns: turns.slice(0, MAX_TURNS).map(shown) };
  return answer(list);
}

function shown({ runId, files, isUndone }: ChangedRun): ChangedTurn {
  const more = files.length > MAX_FILES ? { more: files.length - MAX_FILES } : {};
  return { runId, files: files.slice(0, MAX_FILES), ...more, isUndone };
}

/** `POST /api/threads/:id/undo` and `…/redo`: takes back what a run changed, or the undo of it. No run begins meanwhile. */
export async function reverseRun(
  context: ServerContext,
  request: Request,
  { kind, chatId }: { readonly kind: Reversal["kind"]; readonly chatId: string },
): Promise<Response> {
  const read = await readBody<{ runId?: string | undefined; force?: boolean | undefined }>(request, {
    ...FORMS[kind],
    limits: context.limits,
  });
  if (!read.ok) return refuse(read.status, read.error);
  const found = await undoOf(context, chatId);
  if (found instanceof Response) return found;
  const { runId, force = false } = read.body;
  const { conversation, undo } = found;
  const lease = await context.store.leases.acquire(conversation, { ttlMs: context.limits.leaseMs });
  try {
    if (lease === undefined || (await context.store.threads.get(conversation))?.status !== "idle") {
      return refuse(409, "A run of this thread is under way; wait for its end, or stop it.");
    }
    const named = runId === undefined ? {} : { runId };
    const reversed = await undo.reverse({ kind, conversation, force, ...named });
    return reversed === undefined ? refuse(404, "No run of that id has changed files.") : answer(reversed);
  } finally {
    await lease?.release();
  }
}

async function undoOf(
  { agent, store }: ServerContext,
  chatId: string,
): Promise<{ readonly undo: AgentUndo; readonly conversation: Conversation } | Response> {
  const conversation = { channel: WEB, chatId };
  if ((await store.threads.get(conversation)) === undefined) return refuse(404, "There is no such thread.");
  if (agent.undo === undefined) return refuse(501, "This agent cannot undo what it did.");
  return { undo: agent.undo, conversation };
}
