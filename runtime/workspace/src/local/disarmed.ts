import { delimiter, isAbsolute, join, resolve, sep } from "node:path";
import { isInside } from "../workspace/is-inside.ts";
import { type GitSetting, withGitSettings } from "./git-settings.ts";

/**
 * The environment of a line whose programs only look: nothing that a folder brings steers them. Variables that it has
 * stay as they are, but for git's settings and for lists of places: programs of the folder come last, and its libraries
 * and modules are left out.
 */
export function disarmed(
  environment: Readonly<Record<string, string>>,
  folder: string,
): Readonly<Record<string, string>> {
  const { HOME } = environment;
  const cache = HOME === undefined ? {} : { npm_config_cache: join(HOME, ".npm") };
  const given = Object.entries(environment).map(([name, value]) => [name, placesOf(name, value, folder)]);
  return withGitSettings({ ...SETTINGS, ...cache, ...Object.fromEntries(given) }, GIT);
}

/** By what the folder would say otherwise: `.npmrc` where npm writes, `.yarnrc` what yarn is, `go.mod` what Go is. */
const SETTINGS: Readonly<Record<string, string>> = {
  npm_config_logs_max: "0",
  npm_config_timing: "false",
  npm_config_git: "git",
  npm_config_update_notifier: "false",
  YARN_IGNORE_PATH: "1",
  GOTOOLCHAIN: "local",
};

/**
 * `git status` runs a monitor of files and, when it has written what it saw, a hook. Where git commits its hooks are
 * wanted.
 */
const GIT: readonly GitSetting[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["log.showSignature", "false"],
];

/** Where programs look for what they load. An empty place is the folder that they run in. */
const LOADED = /^(?:LD_LIBRARY_PATH|PYTHONPATH|NODE_PATH|PERL5LIB|RUBYLIB)$/;

function placesOf(name: string, value: string, folder: string): string {
  if (name !== "PATH" && !LOADED.test(name)) return value;
  const entries = value.split(delimiter);
  const isOwn = (entry: string) =>
    !isAbsolute(entry) || isInside(folder, resolve(entry)) || entry.endsWith(`node_modules${sep}.bin`);
  const others = entries.filter((entry) => !isOwn(entry));
  return [...others, ...(name === "PATH" ? entries.filter(isOwn) : [])].join(delimiter);
}
