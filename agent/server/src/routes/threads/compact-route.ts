import { hardCut } from "@toolwright/core/internal";
import type { CompactAnswer } from "@toolwright/view";
import { safeErrorText } from "@toolwright/view/internal";
import { z } from "zod";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { callerOf } from "../caller-of.ts";
import { answer, noSuchThread, refuse, refuseRun } from "../refuse.ts";

const FORM = {
  schema: z.strictObject({ instructions: z.string().min(1).max(4_000).optional() }),
  error: "The body must be { instructions? }.",
};

/**
 * `POST /api/threads/:id/compact`: puts a summary by the model in the place of what was said before, for the model
 * alone.
 */
export async function compactThread(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const { store, threads, limits } = context;
  const read = await readBody(request, { ...FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  const conversation = { channel: context.channel, chatId };
  if ((await store.threads.get(conversation)) === undefined) return noSuchThread();
  const history = await store.journal(conversation).history();
  if (hardCut(history ?? []) === undefined) return said({ compacted: false, reason: NOTHING });
  const begun = await threads.beginHere({ conversation, caller: callerOf(request), compact: read.body });
  if (!begun.ok) return refuseRun(begun.why);
  begun.followed.leave();
  const { compacted, error, stopReason } = await begun.final;
  if (compacted !== undefined)
    return said({ compacted: true, before: compacted.tokensBefore, after: compacted.tokensAfter });
  if (stopReason === "aborted") return said({ compacted: false, reason: "It was stopped." });
  return said({ compacted: false, reason: error === undefined ? NOTHING : safeErrorText(error) });
}

const NOTHING = "There is nothing to summarise yet.";

function said(body: CompactAnswer): Response {
  return answer(body);
}
