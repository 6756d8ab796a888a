import { stat } from "node:fs/promises";
import type { Workspace } from "@toolwright/workspace";
import { UsageError } from "../usage-error.ts";

/** The folder that tools work in. Throws a `UsageError` when there is none. */
export async function openWorkspace(directory: string): Promise<Workspace> {
  await checkFolder(directory);
  const { createLocalWorkspace } = await import("@toolwright/workspace");
  return createLocalWorkspace({ root: directory });
}

/** Throws a `UsageError` where there is no folder that tools could work in. */
export async function checkFolder(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (found === undefined) throw new UsageError(`There is no folder ${directory}; --workspace takes an existing one.`);
  if (!found.isDirectory()) throw new UsageError(`${directory} is not a folder; --workspace takes one.`);
}
