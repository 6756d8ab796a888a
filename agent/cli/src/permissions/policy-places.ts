import { dirname, isAbsolute, join } from "node:path";
import type { Workspace } from "@toolwright/workspace";
import type { Environment } from "../model/environment.ts";
import { folderName } from "../text/folder-name.ts";

/** Where policies and the trust in them are kept. All absolute. */
export interface PolicyPlaces {
  readonly managed: string;
  /** For this folder, by this person: outside the folder, where no repository can bring one along. */
  readonly local: string;
  /** Comes with the folder. */
  readonly project: string;
  readonly user: string;
  /** A directory with one file for each policy of a project that was trusted. */
  readonly trusted: string;
  /** Directories that no rule opens for writing. */
  readonly own: readonly string[];
}

/** What an administrator decides for everybody on this machine. */
const MANAGED = "/etc/toolwright/policy.json";

/** The places for one workspace. `XDG_CONFIG_HOME` counts when it is absolute, as its specification says. */
export function policyPlaces({ root, home, stateDirectory }: PlacedWorkspace, environment: Environment): PolicyPlaces {
  const { XDG_CONFIG_HOME = "" } = environment;
  const config = join(isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(home, ".config"), "toolwright");
  return {
    managed: MANAGED,
    local: join(config, "folders", folderName(root), "policy.json"),
    project: join(root, ".toolwright", "policy.json"),
    user: join(config, "policy.json"),
    trusted: join(stateDirectory, "trusted"),
    own: [dirname(MANAGED), config, stateDirectory],
  };
}

type PlacedWorkspace = Pick<Workspace, "root" | "home" | "stateDirectory">;
