import { StoreError } from "@toolwright/store";
import { z } from "zod";
import { shownThread } from "../../changes/thread-watch.ts";
import { forkThread } from "../../forks/fork-thread.ts";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { storedName } from "../../users/stored-name.ts";
import { answer, refuse } from "../refuse.ts";

const runId = z.string().min(1).max(200).optional();
/** Not one of those that assistant-ui makes up for threads that a server does not know yet. */
const id = z
  .string()
  .regex(/^(?!__)[\w-]{8,64}$/)
  .optional();

const FORM = {
  schema: z
    .strictObject({ before: runId, after: runId, title: z.string().max(200).optional(), id })
    .refine(({ before, after }) => before === undefined || after === undefined),
  error:
    "The body must be { before?, title?, id? } or { after?, title?, id? }, where both are ids of runs and id has 8 to 64 letters, digits, - or _.",
};

/**
 * `POST /api/threads/:id/fork`: a thread that begins with what this one holds before a run, or up to the end of one.
 */
export async function forkRoute(context: ServerContext, request: Request, threadId: string): Promise<Response> {
  const { store, limits, channel } = context;
  const read = await readBody(request, { ...FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  const { before, after, title, id } = read.body;
  const given = { ...(before && { before }), ...(after && { after }), ...(title && { title }) };
  const named = id === undefined ? {} : { id: storedName(context, id) };
  try {
    const thread = await forkThread(store, { threadId, channel, ...given, ...named });
    if (thread === undefined) return refuse(404, "There is no such thread, or no such run in it.");
    return answer(shownThread(thread), 201);
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error;
    if (error.code === "conflict") return refuse(409, error.message);
    if (error.code === "limit") return refuse(503, error.message);
    throw error;
  }
}
