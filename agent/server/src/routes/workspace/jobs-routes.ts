import type { JobList, JobOutput } from "@toolwright/view";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";

const UNKNOWN = "There is no such job.";

/** A job of a thread. */
export interface NamedJob {
  readonly chatId: string;
  readonly job: string;
}

/** `GET /api/threads/:id/jobs`: commands that runs of the thread left at work, and those that have ended since. */
export async function listJobs({ agent, channel }: ServerContext, chatId: string): Promise<Response> {
  const jobs = (await agent.jobs?.list({ channel, chatId })) ?? [];
  const list: JobList = { jobs };
  return answer(list);
}

/** `GET /api/threads/:id/jobs/:job`: the end of what it has printed. */
export async function readJob({ agent, channel }: ServerContext, { chatId, job }: NamedJob): Promise<Response> {
  const output: JobOutput | undefined = await agent.jobs?.output({ channel, chatId }, job);
  return output === undefined ? refuse(404, UNKNOWN) : answer(output);
}

/** `POST /api/threads/:id/jobs/:job/stop`: ends it and all that it started. */
export async function stopJob({ agent, channel }: ServerContext, { chatId, job }: NamedJob): Promise<Response> {
  const isKnown = (await agent.jobs?.stop({ channel, chatId }, job)) === true;
  return isKnown ? new Response(null, { status: 204 }) : refuse(404, UNKNOWN);
}
