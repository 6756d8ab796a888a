import { dirname } from "node:path";
import type { HeldDirectories } from "../workspace/files.port.ts";
import { removeAll } from "../workspace/remove-all.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { directoriesOf, dropIntent, type Intent, stepsInPlace } from "./intent.ts";

/** A change that was made. */
export interface Made {
  readonly folder: string;
  readonly intent: Intent;
  /** The directories that it was made in, while they are still held. */
  readonly held?: HeldDirectories | undefined;
}

/** Removes what a change has replaced, and forgets it. May be interrupted and repeated. */
export async function removeOld(workspace: Workspace, { folder, intent, held }: Made): Promise<void> {
  const { files } = workspace;
  const steps = stepsInPlace(intent).flatMap(({ path, temp, old }) => [temp, old].map((own) => ({ path, own })));
  const all = [...steps, ...intent.cleared.map(({ path, old }) => ({ path, own: old }))];
  for (const directory of directoriesOf(all)) {
    // A directory that is no longer where it was is somebody else's by now.
    const place = held ?? (await files.hold([directory]).catch(() => undefined));
    if (place === undefined) continue;
    for (const { path, own } of all) if (dirname(path) === directory) await removeAll(files, place.at(own));
    if (place !== held) await place.release();
  }
  await dropIntent(workspace, folder);
}
