import type { Conversation, DependencyKey } from "@toolwright/core";
import { printableLine } from "@toolwright/core/internal";
import type { KillSignal, ProcessEnd, RunningProcess } from "../../../workspace/processes.port.ts";
import { conversationIn, type Workspace } from "../../../workspace/workspace.port.ts";
import type { JobOutput } from "./job-output.ts";

/** Running at the same time, for one conversation; so many that have ended are remembered. */
export const MAX_JOBS = 16;

/** A command that runs on while the conversation does. */
export interface BackgroundJob {
  /** `j1`, `j2` … in each conversation. */
  readonly id: string;
  readonly command: string;
  readonly process: RunningProcess;
  readonly output: JobOutput;
  /** What else is to be said when it has ended. */
  readonly note?: (() => string | undefined) | undefined;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Undefined while it runs. */
  end: ProcessEnd | undefined;
  /** Settles when it has ended and all it printed is taken. */
  readonly ended: Promise<ProcessEnd>;
}

/** What a job is made of. */
export type NewJob = Pick<BackgroundJob, "command" | "process" | "output" | "note">;

/** The background jobs of every conversation, each of which sees only its own. */
export class BackgroundJobs {
  readonly #owners = new Map<string, { readonly jobs: Map<string, BackgroundJob>; started: number }>();
  readonly #reminded = new WeakSet<BackgroundJob>();

  /** True when the conversation may start another one. */
  hasRoom(workspace: Workspace, conversation: Conversation): boolean {
    return this.running(workspace, conversation).length < MAX_JOBS;
  }

  add(workspace: Workspace, conversation: Conversation, { command, process, output, note }: NewJob): BackgroundJob {
    const key = conversationIn(workspace, conversation);
    const owner = this.#owners.get(key) ?? { jobs: new Map(), started: 0 };
    this.#owners.set(key, owner);
    owner.started += 1;
    const ended = process.ended.then(async (end) => {
      await output.end();
      job.end = end;
      return end;
    });
    const id = `j${owner.started}`;
    const startedAt = performance.now();
    const job: BackgroundJob = { id, command, process, output, note, startedAt, end: undefined, ended };
    owner.jobs.set(id, job);
    forgetEnded(owner.jobs);
    return job;
  }

  /** In the order in which they were started. */
  list(workspace: Workspace, conversation: Conversation): readonly BackgroundJob[] {
    return [...(this.#owners.get(conversationIn(workspace, conversation))?.jobs.values() ?? [])];
  }

  running(workspace: Workspace, conversation: Conversation): readonly BackgroundJob[] {
    return this.list(workspace, conversation).filter(({ end }) => end === undefined);
  }

  find(workspace: Workspace, conversation: Conversation, id: string): BackgroundJob | undefined {
    return this.#owners.get(conversationIn(workspace, conversation))?.jobs.get(id);
  }

  /** The running jobs that this was not called for before. */
  takeUnreminded(workspace: Workspace, conversation: Conversation): readonly BackgroundJob[] {
    const found = this.running(workspace, conversation).filter((job) => !this.#reminded.has(job));
    for (const job of found) this.#reminded.add(job);
    return found;
  }

  /** Ends the jobs of one conversation, or all of them. Resolves when none is left. */
  async end(of?: { readonly workspace: Workspace; readonly conversation: Conversation }): Promise<void> {
    const owners = of === undefined ? [...this.#owners.keys()] : [conversationIn(of.workspace, of.conversation)];
    const jobs = owners.flatMap((key) => [...(this.#owners.get(key)?.jobs.values() ?? [])]);
    for (const key of owners) this.#owners.delete(key);
    await Promise.all(jobs.map((job) => (job.end === undefined ? killJob(job) : undefined)));
  }
}

/** Ends a job and everything it started; resolves with how many processes were killed. */
export async function killJob({ process, ended }: BackgroundJob, first?: KillSignal): Promise<number> {
  const killed = await process.kill(first);
  await ended;
  return killed;
}

function forgetEnded(jobs: Map<string, BackgroundJob>): void {
  const ended = [...jobs.values()].filter(({ end }) => end !== undefined);
  for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_JOBS))) jobs.delete(id);
}

/**
 * The jobs of this process, by conversation. They end with it; a host whose conversations end earlier calls `end`.
 */
const backgroundJobs = new BackgroundJobs();

/** Where background jobs are kept. Without an override: those of this process. */
export const BACKGROUND_JOBS: DependencyKey<BackgroundJobs> = {
  id: "toolwright.background-jobs",
  scope: "run",
  create: () => backgroundJobs,
};

/** How a job stands, in brackets: `[running 12s]`, `[exit 0]`. */
export function jobFooter(job: BackgroundJob): string {
  const note = job.end === undefined ? undefined : job.note?.();
  return `[${jobState(job)}${note === undefined ? "" : ` · ${note}`}]`;
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
