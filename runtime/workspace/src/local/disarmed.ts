import { delimiter, isAbsolute, join, resolve, sep } from "node:path";
import { isInside } from "../workspace/is-inside.ts";
import { type GitSetting, withGitSettings } from "./git-settings.ts";

/**
 * The environment of a line whose programs only look: nothing that a folder brings steers them. Variables that it has
 * stay as they are, but for git's settings and the order of `PATH`: programs of the folder come last.
 */
export function disarmed(
  environment: Readonly<Record<string, string>>,
  folder: string,
): Readonly<Record<string, string>> {
  const { HOME, PATH } = environment;
  const given = {
    ...SETTINGS,
    ...(HOME === undefined ? {} : { npm_config_cache: join(HOME, ".npm") }),
    ...environment,
    ...(PATH === undefined ? {} : { PATH: ownLast(PATH, folder) }),
  };
  return withGitSettings(given, GIT);
}

/** By what the folder would say otherwise: `.npmrc` where npm writes, `.yarnrc` what yarn is, `go.mod` what Go is. */
const SETTINGS: Readonly<Record<string, string>> = {
  npm_config_logs_max: "0",
  npm_config_timing: "false",
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

function ownLast(path: string, folder: string): string {
  const entries = path.split(delimiter);
  const isOwn = (entry: string) =>
    !isAbsolute(entry) || isInside(folder, resolve(entry)) || entry.endsWith(`node_modules${sep}.bin`);
  return [...entries.filter((entry) => !isOwn(entry)), ...entries.filter(isOwn)].join(delimiter);
}
