import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "../workspace/is-inside.ts";

/** Where a program is, by `PATH`; never one inside `not`, which could be put there by what is to be held. */
export async function findProgram(name: string, not: string): Promise<string | undefined> {
  for (const directory of (process.env.PATH ?? "").split(delimiter)) {
    if (!isAbsolute(directory)) continue;
    const path = await realpath(join(directory, name)).catch(() => undefined);
    if (path === undefined || isInside(not, path)) continue;
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
