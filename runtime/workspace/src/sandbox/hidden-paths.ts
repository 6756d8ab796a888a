import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { SECRETS_BELOW_HOME } from "@toolwright/shell-judge";
import { heldBy } from "../workspace/held-by.ts";
import { isInside } from "../workspace/is-inside.ts";
import { HOME_FOLDERS, isAgent } from "./home-folders.ts";
import type { GuardedPath } from "./sandbox.port.ts";

/**
 * What must not be seen from inside, of the home directory that a command is given and of the one that the user of this
 * process has. Real paths; none is below another.
 */
export async function hiddenPaths(
  home: string,
  stateDirectory: string,
  own: string = homeOfUser() ?? home,
): Promise<readonly GuardedPath[]> {
  const homes = [...new Set([home, own])];
  const listed = homes.flatMap((one) => SECRETS_IN_HOME.map((name) => join(one, name)));
  const unknown = (await Promise.all(homes.map(unknownInHome))).flat();
  const found = await Promise.all([...listed, ...SECRETS, stateDirectory].map(hidden));
  return outermost([...found, ...unknown].filter((guarded) => guarded !== undefined));
}

/** By the system, whatever `HOME` says. */
function homeOfUser(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

/** In folders that are shown, beside what rules deny. */
const SECRETS_IN_HOME: readonly string[] = [
  ...SECRETS_BELOW_HOME,
  ...(
    ".config/git/config .android/adbkey .bundle/config .nuget/NuGet/NuGet.Config .conan2/credentials.json .npm/_logs " +
    ".m2/settings-security.xml"
  ).split(" "),
];

/** Secrets of the system. */
const SECRETS: readonly string[] = ["/etc/shadow", "/etc/gshadow"];

async function hidden(name: string): Promise<GuardedPath | undefined> {
  const path = await realpath(name).catch(() => undefined);
  if (path === undefined) return undefined;
  return { path, kind: (await stat(path)).isDirectory() ? "directory" : "file" };
}

/**
 * Whatever programs keep in a home directory, such as tokens and histories, but for what toolchains need: a list of
 * secrets would never be whole.
 */
async function unknownInHome(home: string): Promise<readonly (GuardedPath | undefined)[]> {
  const onPath = (process.env.PATH ?? "").split(delimiter).filter((directory) => isInside(home, directory));
  const unknown: string[] = [];
  for (const [folder, shown] of HOME_FOLDERS) {
    const directory = join(home, folder);
    for (const name of await readdir(directory).catch(() => [])) {
      const path = join(directory, name);
      const isShown = shown.has(name) || (folder === "" && !name.startsWith("."));
      if (!isShown && (isAgent(name) || !onPath.some((at) => isInside(path, at)))) unknown.push(path);
    }
  }
  return Promise.all(unknown.map((path) => hiddenEntry(path, home)));
}

/** A link from the home directory to a folder elsewhere, such as one of the system, hides nothing there. */
async function hiddenEntry(path: string, home: string): Promise<GuardedPath | undefined> {
  const found = await hidden(path);
  if (found?.kind !== "directory") return found;
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
  const realHome = await realpath(home);
  return isLink && (!isInside(realHome, found.path) || found.path === realHome) ? undefined : found;
}

function outermost(paths: readonly GuardedPath[]): readonly GuardedPath[] {
  const byPath = new Map(paths.map((guarded) => [guarded.path, guarded]));
  const isHeld = heldBy(byPath.keys());
  return [...byPath.values()].filter(({ path }) => path === "/" || !isHeld(dirname(path)));
}
