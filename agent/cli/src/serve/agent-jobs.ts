import type { AgentJobs } from "@toolwright/server";
import type { BackgroundJob, FolderAgent } from "@toolwright/workspace";

/** The background jobs of a folder, for whoever looks on. */
export function agentJobs({ workspace, backgroundJobs }: Pick<FolderAgent, "workspace" | "backgroundJobs">): AgentJobs {
  return {
    list: async (conversation) => backgroundJobs.list(workspace, conversation).map(shown),
    output: async (conversation, id) => backgroundJobs.find(workspace, conversation, id)?.output.tail(),
    async stop(conversation, id) {
      const job = backgroundJobs.find(workspace, conversation, id);
      if (job === undefined) return false;
      const { killJob } = await import("@toolwright/workspace/internal");
      if (job.end === undefined) await killJob(job);
      return true;
    },
  };
}

/** Characters of a command that a list shows. */
const MAX_COMMAND = 2_000;

function shown({ id, command, startedAt, end }: BackgroundJob) {
  const about = {
    id,
    command: command.slice(0, MAX_COMMAND).toWellFormed(),
    startedAt: performance.timeOrigin + startedAt,
  };
  if (end === undefined) return { ...about, state: "running" as const };
  return {
    ...about,
    state: "ended" as const,
    ending: endingOf(end),
    hasFailed: end.kind !== "exited" || end.code !== 0,
  };
}

function endingOf(end: NonNullable<BackgroundJob["end"]>): string {
  if (end.kind === "exited") return `exit ${end.code}`;
  return end.kind === "signalled" ? `killed by ${end.signal}` : `not started: ${end.message}`;
}
