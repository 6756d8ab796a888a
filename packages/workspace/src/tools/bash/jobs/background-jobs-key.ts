import type { DependencyKey } from "@toolwright/core";
import { BackgroundJobs } from "./background-jobs.ts";

/**
 * The jobs of this process, by conversation. They end with it; a host whose conversations end earlier calls `end`.
 */
export const backgroundJobs = new BackgroundJobs();

/** Where background jobs are kept. Without an override: those of this process. */
export const BACKGROUND_JOBS: DependencyKey<BackgroundJobs> = {
  id: "toolwright.background-jobs",
  scope: "run",
  create: () => backgroundJobs,
};
