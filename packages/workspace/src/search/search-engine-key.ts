import type { DependencyKey } from "@toolwright/core";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import { chooseEngine } from "./choose-engine.ts";
import type { SearchEngine } from "./search-engine.port.ts";

/** What `grep` and `glob` search with. Without an override: ripgrep where there is one, else our own walk. */
export const SEARCH_ENGINE: DependencyKey<SearchEngine> = {
  id: "toolwright.search-engine",
  scope: "run",
  create: async (resolve) => chooseEngine(await resolve(WORKSPACE)),
};
