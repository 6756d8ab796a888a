import { printableLine } from "../../../text/printable-line.ts";
import type { BackgroundJob } from "./background-jobs.ts";

/** How a job stands, in brackets: `[running 12s]`, `[exit 0]`. */
export function jobFooter(job: BackgroundJob): string {
  return `[${jobState(job)}]`;
}

/** One line of the list of jobs. */
export function jobLine(job: BackgroundJob): string {
  return `${job.id} ${jobState(job)} · ${printableLine(job.command, 100)}`;
}

function jobState({ end, startedAt }: BackgroundJob): string {
  if (end === undefined) return `running ${Math.floor((performance.now() - startedAt) / 1_000)}s`;
  if (end.kind === "exited") return `exit ${end.code}`;
  return end.kind === "signalled" ? `killed by ${end.signal}` : `not started: ${end.message}`;
}
