import { isAbsolute } from "node:path";

/**
 * A `HOME` that is no absolute path names a place in whatever folder is the current one: what a stranger's folder has
 * there would be the user's own rules, hooks and servers. The home that the system knows counts in its place.
 */
export function dropRelativeHome(environment: NodeJS.ProcessEnv): void {
  const { HOME } = environment;
  if (HOME !== undefined && !isAbsolute(HOME)) delete environment.HOME;
}
