import { dirname, join } from "node:path";
import { z } from "zod";
import type { Workspace } from "../workspace/workspace.port.ts";

const Step = z.object({
  path: z.string(),
  /** A name beside the file for staging content, the new or the old. */
  temp: z.string(),
  /** Its content is overwritten rather than replaced: it has other names, or another owner. */
  inPlace: z.boolean(),
  /** Hash, or null when there is no file. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Permission bits before, and afterwards where they change. */
  mode: z.number().optional(),
  modeAfter: z.number().optional(),
});

const Intent = z.object({
  version: z.literal(1),
  root: z.string(),
  owner: z.object({ pid: z.number(), started: z.string() }),
  steps: z.array(Step),
  /** Directories that are made, outermost first. */
  directories: z.array(z.string()),
});

/** One file of an intent. */
export type IntentStep = z.infer<typeof Step>;

/** What is about to be done to a set of files: enough to take it back. */
export type Intent = z.infer<typeof Intent>;

/** Where intents are kept, each in a folder of its own with the old contents beside it. */
export function intentsFolder(workspace: Workspace): string {
  return join(workspace.stateDirectory, "pending-writes");
}

/** Every directory that a step changes something in. */
export function directoriesOf({ steps }: Intent): readonly string[] {
  return [...new Set(steps.map(({ path }) => dirname(path)))];
}

/** The old content of a step. */
export function beforeImage(folder: string, index: number): string {
  return join(folder, `${index}.before`);
}

/** The new content of a step that is written in place. */
export function afterImage(folder: string, index: number): string {
  return join(folder, `${index}.after`);
}

/** Stores an intent so that it is there whole or not at all. */
export async function saveIntent({ files }: Workspace, folder: string, intent: Intent): Promise<void> {
  const draft = join(folder, "intent.draft");
  await files.write(draft, new TextEncoder().encode(JSON.stringify(intent)), { sync: true, mode: 0o600 });
  await files.rename(draft, join(folder, "intent.json"));
  await files.syncDirectory(folder);
}

/** Reads an intent back: undefined when there is none, `unreadable` when it is not one that this version wrote. */
export async function loadIntent({ files }: Workspace, folder: string): Promise<Intent | "unreadable" | undefined> {
  const path = join(folder, "intent.json");
  if ((await files.stat(path)) === undefined) return undefined;
  try {
    const text = new TextDecoder().decode(await files.read(path));
    return Intent.safeParse(JSON.parse(text)).data ?? "unreadable";
  } catch {
    return "unreadable";
  }
}

/** Forgets an intent. The moment its file is gone is the moment the change counts as done. */
export async function dropIntent({ files }: Workspace, folder: string): Promise<void> {
  await files.remove(join(folder, "intent.json"));
  await files.syncDirectory(folder);
  for (const entry of await files.list(folder)) await files.remove(join(folder, entry.name));
  await files.remove(folder);
}
