import type { Store } from "@toolwright/store";
import { ownApprovals } from "./own-approvals.ts";
import { ownJournal } from "./own-journal.ts";
import { ownThreads } from "./own-threads.ts";
import type { SignedIn } from "./principal.ts";

/**
 * A store as one user sees it: whatever is asked for by the name of somebody else's thread, question or request is not
 * there, and what is made is theirs. Outputs, ratings and messages are asked for by the conversation of a thread that
 * was found here.
 */
export function ownStore(store: Store, { owner }: Pick<SignedIn, "owner">): Store {
  const { leases, changes, summaries, steers, ratings, outputs, live } = store;
  const threads = ownThreads(store.threads, owner);
  return {
    threads,
    approvals: ownApprovals(store.approvals, owner),
    leases,
    changes,
    summaries,
    steers,
    ratings,
    outputs,
    ...(live && { live }),
    identity: () => store.identity(),
    journal: (conversation, options) =>
      ownJournal(store.journal(conversation, options), async () => (await threads.get(conversation)) !== undefined),
    close: () => store.close(),
    run: (conversation, config, message) => store.run(conversation, config, message),
    resume: (conversation, config) => store.resume(conversation, config),
    history: (conversation) => store.history(conversation),
    decide: (approvalId, decision) => store.decide(approvalId, decision),
  };
}
