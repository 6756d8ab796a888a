import { createScrubber, type DependencyKey, type Scrubber } from "@toolwright/core";

/** Masks secrets in what a tool stores or cuts by itself. Without an override: the well-known shapes only. */
export const SCRUBBER: DependencyKey<Scrubber> = {
  id: "toolwright.scrubber",
  scope: "run",
  create: () => createScrubber([]),
};
