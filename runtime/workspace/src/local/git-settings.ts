/** A key of git's configuration with its value. */
export type GitSetting = readonly [key: string, value: string];

/** What git reads settings from that stand in its environment: how many there are, and each. */
const NAMES = /^GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+)$/;

/** The environment with further settings for git, behind those that it has: of two with one key the last counts. */
export function withGitSettings(
  environment: Readonly<Record<string, string>>,
  settings: readonly GitSetting[],
): Record<string, string> {
  const all = [...gitSettingsIn(environment), ...settings];
  const others = Object.entries(environment).filter(([name]) => !isGitSetting(name));
  const numbered = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return Object.fromEntries([...others, ["GIT_CONFIG_COUNT", String(all.length)], ...numbered]);
}

/** The settings for git that an environment has. One that git would refuse for a number that is none has none. */
export function gitSettingsIn(environment: Readonly<Record<string, string | undefined>>): readonly GitSetting[] {
  const count = Number(environment.GIT_CONFIG_COUNT ?? 0);
  if (!Number.isInteger(count) || count < 0 || count > MAX_SETTINGS) return [];
  return Array.from({ length: count }, (_, index): GitSetting | undefined => {
    const key = environment[`GIT_CONFIG_KEY_${index}`];
    return key === undefined ? undefined : [key, environment[`GIT_CONFIG_VALUE_${index}`] ?? ""];
  }).filter((setting) => setting !== undefined);
}

/** Whether a variable is one that settings for git stand in. */
export function isGitSetting(name: string): boolean {
  return NAMES.test(name);
}

const MAX_SETTINGS = 1_000;
