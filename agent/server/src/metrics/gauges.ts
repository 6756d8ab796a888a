import type { Store } from "@toolwright/store";
import type { OpenStreams } from "../guard/open-streams.ts";
import type { LiveThreads } from "../runs/live-threads.ts";
import type { Gauge } from "./metrics.ts";
import type { StoreHealth } from "./store-health.ts";

/** What the numbers of a server are read from. */
export interface GaugeSources {
  readonly store: Store;
  readonly health: StoreHealth;
  readonly streams: OpenStreams;
  readonly threads: () => LiveThreads;
}

/** The numbers of a server that are as they are at the moment. */
export function gaugesOf({ store, health, streams, threads }: GaugeSources): readonly Gauge[] {
  return [
    { name: "toolwright_runs_open", help: "Runs under way.", read: () => threads().running },
    { name: "toolwright_streams_open", help: "Streams that are being read.", read: () => streams.count },
    {
      name: "toolwright_draining",
      help: "1 where the server was told to end.",
      read: () => Number(threads().isClosing),
    },
    {
      name: "toolwright_store_up",
      help: "1 where the store can be read and written.",
      read: async () => Number(await health.isWell()),
    },
    {
      name: "toolwright_approvals_pending",
      help: "Questions that wait for an answer, up to 1,000.",
      read: async () => (await store.approvals.list({ limit: 1_000 })).length,
    },
    {
      name: "toolwright_runs_quarantined",
      help: "Runs with a call that ended three processes, up to 100: a person has to try them again or stop them.",
      read: async () => (await store.threads.quarantined()).length,
    },
    {
      name: "toolwright_threads_archived",
      help: "Threads that the limit of threads has put away since the store was opened here.",
      read: () => store.counts?.().threadsArchived ?? 0,
    },
  ];
}
