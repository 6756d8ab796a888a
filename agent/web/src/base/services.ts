import type { ServerInfo } from "@toolwright/view";
import { createContext, use } from "react";
import type { TranscriptView } from "../chat/transcript-view.ts";
import type { CommitStore } from "../commit/commit-store.ts";
import type { ComposerStore } from "../composer/composer-store.ts";
import type { SteerStore } from "../composer/queue/steer-store.ts";
import type { JobsStore } from "../composer/strips/jobs-store.ts";
import type { PastStore } from "../past/past-store.ts";
import type { ChoiceStore } from "../pickers/choice-store.ts";
import type { Api } from "../server/api.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import type { BranchStore } from "../threads/branch-store.ts";
import type { ThreadSearch } from "../threads/thread-search.ts";
import type { ThreadsStore } from "../threads/threads-store.ts";
import type { TimelineStore } from "../timeline/timeline-store.ts";
import type { NetStore } from "../undo/net-store.ts";
import type { UndoStore } from "../undo/undo-store.ts";
import type { Panels } from "./panels.ts";

/** What the parts of the app work with. */
export interface Services {
  readonly api: Api;
  readonly info: ServerInfo;
  readonly thread: ThreadStore;
  readonly transcript: TranscriptView;
  readonly threads: ThreadsStore;
  readonly branches: BranchStore;
  readonly search: ThreadSearch;
  readonly steers: SteerStore;
  readonly jobs: JobsStore;
  readonly composer: ComposerStore;
  readonly panels: Panels;
  readonly choice: ChoiceStore;
  readonly undo: UndoStore;
  readonly net: NetStore;
  readonly commits: CommitStore;
  readonly past: PastStore;
  readonly timeline: TimelineStore;
}

const ServicesContext = createContext<Services | undefined>(undefined);
export const ServicesProvider = ServicesContext.Provider;

/** Throws outside `ServicesProvider`. */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === undefined) throw new Error("useServices needs a ServicesProvider around it.");
  return services;
}
