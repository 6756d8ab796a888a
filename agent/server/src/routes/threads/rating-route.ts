import { createScrubber } from "@toolwright/core";
import type { RatingRequest } from "@toolwright/view/internal";
import { z } from "zod";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";

const FORM = {
  schema: z.strictObject({ thumb: z.enum(["up", "down"]).nullable(), note: z.string().max(2_000).optional() }),
  error: 'The body must be { thumb: "up" | "down" | null, note? }, with a note of at most 2,000 characters.',
};

/**
 * `PUT /api/threads/:id/messages/:message/rating`: what a person thinks of an answer; the id of an answer is that of
 * its run.
 */
export async function rateAnswer(
  { store, agent, limits, logger, metrics, channel }: ServerContext,
  request: Request,
  { chatId, runId }: { readonly chatId: string; readonly runId: string },
): Promise<Response> {
  const read = await readBody(request, { ...FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  const { thumb, note = "" } = read.body;
  // It stands in the store as it is: no secret has to be.
  const why = createScrubber([]).text(note.trim()).slice(0, 2_000).toWellFormed();
  const rating = thumb === null ? undefined : { thumb, ...(why !== "" && { note: why }) };
  const conversation = { channel, chatId };
  if (!(await store.ratings.set(conversation, runId, rating))) return refuse(404, "There is no such answer.");
  if (thumb !== null) metrics.onRating(thumb);
  try {
    await agent.rated?.(conversation, runId, rating);
  } catch (error) {
    logger.error("The agent could not be told of a rating", { runId, error });
  }
  const shown: RatingRequest = rating ?? { thumb: null };
  return answer(shown);
}
