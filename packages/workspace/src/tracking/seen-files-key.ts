import type { DependencyKey } from "@toolwright/core";
import { SeenFiles } from "./seen-files.ts";

/**
 * What the agent has seen. Made anew for each run, so a sub-agent starts with nothing; a host that keeps a conversation
 * over many runs overrides it with one that lives as long.
 */
export const SEEN_FILES: DependencyKey<SeenFiles> = {
  id: "toolwright.seen-files",
  scope: "run",
  create: () => new SeenFiles(),
};
