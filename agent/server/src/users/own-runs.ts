import type { Conversation } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { LiveThreads } from "../runs/live-threads.ts";
import type { NewRun } from "../runs/new-run.ts";

/** What routes do with runs. */
export type RouteRuns = Pick<
  LiveThreads,
  | "begin"
  | "beginHere"
  | "ensureRunning"
  | "follow"
  | "followBegun"
  | "isClosing"
  | "recordIgnored"
  | "retry"
  | "steered"
  | "stop"
  | "tell"
>;

/** Runs as one user sees them, by the user's own view of the store: in threads of others there are none. */
export function ownRuns(runs: RouteRuns, { threads }: Pick<Store, "threads">): RouteRuns {
  const isOwn = async (conversation: Conversation) => (await threads.get(conversation)) !== undefined;
  const mustBeOwn = async ({ conversation }: Pick<NewRun, "conversation">): Promise<void> => {
    if (!(await isOwn(conversation))) throw new Error("No run begins in a thread of another user.");
  };
  return {
    get isClosing() {
      return runs.isClosing;
    },
    async begin(run) {
      await mustBeOwn(run);
      return runs.begin(run);
    },
    async beginHere(run) {
      await mustBeOwn(run);
      return runs.beginHere(run);
    },
    async ensureRunning(conversation) {
      if (await isOwn(conversation)) await runs.ensureRunning(conversation);
    },
    follow: async (conversation, after) => ((await isOwn(conversation)) ? runs.follow(conversation, after) : undefined),
    followBegun: async (run) => ((await isOwn(run.conversation)) ? runs.followBegun(run) : undefined),
    retry: async (conversation) => (await isOwn(conversation)) && runs.retry(conversation),
    stop: async (conversation) => (await isOwn(conversation)) && runs.stop(conversation),
    async steered(conversation) {
      if (await isOwn(conversation)) await runs.steered(conversation);
    },
    async tell(conversation, lines) {
      if (await isOwn(conversation)) await runs.tell(conversation, lines);
    },
    recordIgnored: (conversation, data) => runs.recordIgnored(conversation, data),
  };
}
