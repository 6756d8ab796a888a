import type { Conversation } from "@toolwright/core";
import { StoreError, type Thread, type Threads } from "@toolwright/store";

/** Threads as one user sees them: those of others are not there. */
export function ownThreads(threads: Threads, owner: string): Threads {
  const own = async (conversation: Conversation): Promise<Thread | undefined> => {
    const thread = await threads.get(conversation);
    return thread?.owner === owner ? thread : undefined;
  };
  async function ifOwn<T>(conversation: Conversation, otherwise: T, work: () => T | PromiseLike<T>): Promise<T> {
    return (await own(conversation)) === undefined ? otherwise : work();
  }
  return {
    async create(options) {
      const thread = await threads.create({ ...options, owner });
      if (thread.owner === owner) return thread;
      throw new StoreError("conflict", "There is another thread of that name.");
    },
    async fork(options) {
      const fork = await ifOwn(options.from, undefined, () => threads.fork(options));
      if (fork === undefined || fork.owner === owner) return fork;
      throw new StoreError("conflict", "There is another thread of that name.");
    },
    get: own,
    list: (range) => threads.list({ ...range, owner }),
    search: (search) => threads.search({ ...search, owner }),
    begunWith: (range) => threads.begunWith({ ...range, owner }),
    async begunBy(range) {
      const run = await threads.begunBy(range);
      return run && ifOwn(run.conversation, undefined, () => run);
    },
    trim: (range) => threads.trim({ ...range, owner }),
    usage: (conversation) =>
      ifOwn(conversation, { inputTokens: 0, outputTokens: 0 }, () => threads.usage(conversation)),
    addUsage: (conversation, usage) => ifOwn(conversation, false, () => threads.addUsage(conversation, usage)),
    settings: (conversation) => ifOwn(conversation, undefined, () => threads.settings(conversation)),
    configure: (conversation, settings) => ifOwn(conversation, false, () => threads.configure(conversation, settings)),
    rename: (conversation, title) => ifOwn(conversation, false, () => threads.rename(conversation, title)),
    mark: (conversation, marks) => ifOwn(conversation, false, () => threads.mark(conversation, marks)),
    delete: (conversation) => ifOwn(conversation, "unknown", () => threads.delete(conversation)),
    requestStop: (conversation) => ifOwn(conversation, false, () => threads.requestStop(conversation)),
    retry: (conversation) => ifOwn(conversation, false, () => threads.retry(conversation)),
    stopRequests: async () => [],
    open: async (range) => (await threads.open({ ...range, owned: true })).filter((thread) => thread.owner === owner),
    interrupted: async () => [],
    quarantined: async () => [],
  };
}
