import type { NotBegun } from "../runs/new-run.ts";

const QUARANTINED =
  "The run of this thread is quarantined, because a call of it ended three processes; try it again, or stop it.";

/** A refusal in one sentence. */
export function refuse(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error }, { status, headers: { "cache-control": "no-store", ...headers } });
}

/** The refusal while the store is away. Nothing was begun, so that the request may be sent again. */
export function refuseAway(): Response {
  return refuse(503, "The conversations cannot be reached now; try again soon.", { "retry-after": "5" });
}

/** The refusal where a thread is named that is not there. */
export function noSuchThread(): Response {
  return refuse(404, "There is no such thread.");
}

/** An answer that no cache keeps. */
export function answer(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** Why a run could not begin, and what to do. */
export function refuseRun(why: NotBegun["why"]): Response {
  if (why === "quarantined") return refuse(409, QUARANTINED);
  if (why === "busy" || why === "known")
    return refuse(409, "A run of this thread is under way; wait for its end, answer it, or stop it.");
  const error = why === "full" ? "Too many runs are under way; try again soon." : "The server is closing.";
  return refuse(503, error, { "retry-after": "5" });
}
