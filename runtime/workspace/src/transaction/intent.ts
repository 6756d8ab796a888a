import { dirname, join } from "node:path";
import { z } from "zod";
import { isInside } from "../workspace/is-inside.ts";
import { readJson, writeWhole } from "../workspace/whole-files.ts";
import type { Workspace } from "../workspace/workspace.port.ts";

const Step = z.object({
  path: z.string(),
  /** A name beside the file for its new content, until that takes its place. */
  temp: z.string(),
  /** A name beside the file for what it was: no content lies anywhere but where it belongs. */
  old: z.string(),
  /** Its content is overwritten rather than replaced: it has other names, or another owner. */
  inPlace: z.boolean(),
  /** It stands where a directory will be, and is moved to `old` before anything else. */
  clears: z.boolean(),
  /** Hash, or null when there is no file. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Permission bits before, and afterwards where they change. */
  mode: z.number().optional(),
  modeAfter: z.number().optional(),
});

const Intent = z.object({
  version: z.literal(2),
  root: z.string(),
  owner: z.object({ pid: z.number(), started: z.string() }),
  steps: z.array(Step),
  /** Directories that stand where a file will be, moved to `old` with all that is in them. */
  cleared: z.array(z.object({ path: z.string(), old: z.string() })),
  /** Directories that are made, outermost first. */
  directories: z.array(z.string()),
});

/** One file of an intent. */
export type IntentStep = z.infer<typeof Step>;

/** What is about to be done to a set of files: enough to take it back. */
export type Intent = z.infer<typeof Intent>;

/** Where intents are kept, each in a folder of its own. They name files and hold no content. */
export function intentsFolder(workspace: Workspace): string {
  return join(workspace.stateDirectory, "pending-writes");
}

/** True for what goes and comes back together with a directory that is moved away. */
function isCleared({ cleared }: Intent, path: string): boolean {
  return cleared.some((one) => one.path !== path && isInside(one.path, path));
}

/** The steps that are made one by one. */
export function stepsInPlace(intent: Intent): readonly IntentStep[] {
  return intent.steps.filter(({ path }) => !isCleared(intent, path));
}

/** What stands in the way of files and directories to come, and where it is moved to. */
export function obstaclesOf({ steps, cleared }: Intent): readonly { readonly path: string; readonly old: string }[] {
  return [...cleared, ...steps.filter(({ clears }) => clears)];
}

/** The directories of paths, each once. */
export function directoriesOf(paths: readonly { readonly path: string }[]): readonly string[] {
  return [...new Set(paths.map(({ path }) => dirname(path)))];
}

const OPEN = "intent.json";
const DONE = "done.json";

/** Stores an intent. */
export async function saveIntent({ files }: Workspace, folder: string, intent: Intent): Promise<void> {
  await writeWhole(files, join(folder, OPEN), intent);
}

/** The moment at which the change counts as done: what it replaced is only waste from now on. */
export async function markDone({ files }: Workspace, folder: string): Promise<void> {
  await files.rename(join(folder, OPEN), join(folder, DONE));
  await files.syncDirectory(folder);
}

/** An intent as it was found. */
export interface FoundIntent {
  readonly intent: Intent;
  readonly isDone: boolean;
}

/** Reads an intent back: undefined when there is none, `unreadable` when it is not one that this version wrote. */
export async function loadIntent(
  { files }: Workspace,
  folder: string,
): Promise<FoundIntent | "unreadable" | undefined> {
  for (const name of [OPEN, DONE]) {
    const path = join(folder, name);
    if ((await files.stat(path)) === undefined) continue;
    const intent = await readJson(files, path, Intent);
    return intent === undefined ? "unreadable" : { intent, isDone: name === DONE };
  }
  return undefined;
}

/** Forgets an intent. */
export async function dropIntent({ files }: Workspace, folder: string): Promise<void> {
  for (const name of [OPEN, DONE]) await files.remove(join(folder, name));
  await files.syncDirectory(folder);
  for (const entry of await files.list(folder)) await files.remove(join(folder, entry.name));
  await files.remove(folder);
}
