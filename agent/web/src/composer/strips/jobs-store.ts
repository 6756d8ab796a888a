import type { JobList, JobOutput } from "@toolwright/view";
import type { BackgroundJob } from "@toolwright/view/internal";
import type { Api } from "../../server/api.ts";
import type { ThreadStore } from "../../thread/thread-store.ts";
import { Watchable } from "../../thread/watchable.ts";

/** Milliseconds between two looks while something runs. */
const LOOK_MS = 2_000;

const NONE: readonly BackgroundJob[] = [];

/** Commands that runs of the shown thread left at work. */
export class JobsStore extends Watchable<readonly BackgroundJob[]> {
  readonly #api: Api;
  readonly #thread: ThreadStore;

  constructor(api: Api, thread: ThreadStore) {
    super(NONE);
    this.#api = api;
    this.#thread = thread;
  }

  /** Looks whenever the thread or its run is another one, and again and again while something is at work. */
  watch(): () => void {
    let seen = "";
    const follow = () => {
      const { threadId, isRunning } = this.#thread.state();
      const now = `${threadId} ${isRunning}`;
      if (now === seen) return;
      if (seen.split(" ", 1)[0] !== threadId) this.#show(NONE);
      seen = now;
      void this.look();
    };
    const timer = setInterval(() => {
      const isAtWork = this.#thread.state().isRunning || this.state().some(({ state }) => state === "running");
      if (isAtWork && !document.hidden) void this.look();
    }, LOOK_MS);
    follow();
    const leave = this.#thread.subscribe(follow);
    return () => {
      clearInterval(timer);
      leave();
    };
  }

  async look(): Promise<void> {
    const path = this.#path();
    if (path === undefined) return this.#show(NONE);
    const answer = await this.#api.get<JobList>(path);
    if (answer.ok && path === this.#path()) this.#show(answer.value.jobs);
  }

  /** The end of what a job has printed; undefined where it is forgotten. */
  async output(job: string): Promise<JobOutput | undefined> {
    const answer = await this.#api.get<JobOutput>(`${this.#path()}/${encodeURIComponent(job)}`);
    return answer.ok ? answer.value : undefined;
  }

  async stop(job: string): Promise<void> {
    const answer = await this.#api.post(`${this.#path()}/${encodeURIComponent(job)}/stop`);
    if (!answer.ok) this.#thread.tell(answer.error);
    await this.look();
  }

  #path(): string | undefined {
    const { threadId } = this.#thread.state();
    return threadId === undefined ? undefined : `/api/threads/${encodeURIComponent(threadId)}/jobs`;
  }

  #show(jobs: readonly BackgroundJob[]): void {
    if (JSON.stringify(jobs) !== JSON.stringify(this.state())) this.set(jobs);
  }
}
