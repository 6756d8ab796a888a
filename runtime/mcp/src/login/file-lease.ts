import { randomUUID } from "node:crypto";
import { open, readFile, rm, stat, utimes } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** A holder says this often that it is alive; one that has been silent for so long has died. Milliseconds. */
const BEAT_MS = 2_000;
const SILENT_MS = 15_000;
/** How long somebody waits for their turn, and between two looks. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 25;

/**
 * Does the work while this process alone holds the file, among all that ask for it in this way. Rejects when its turn
 * never comes.
 */
export async function withFileLease<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mark = randomUUID();
  const until = performance.now() + PATIENCE_MS;
  while (!(await taken(file, mark))) {
    if (performance.now() > until) throw new Error(`${file} is held by somebody else.`);
    await freeIfSilent(file);
    await pause(LOOK_MS + Math.random() * LOOK_MS);
  }
  const beating = setInterval(() => void beat(file), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beating);
    if ((await markIn(file)) === mark) await rm(file, { force: true });
  }
}

async function taken(file: string, mark: string): Promise<boolean> {
  try {
    const handle = await open(file, "wx", 0o600);
    await handle.writeFile(mark).finally(() => handle.close());
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function beat(file: string): Promise<void> {
  const now = new Date();
  return utimes(file, now, now).catch(() => undefined);
}

/** Of those who wait, one frees what a dead process left: a second file says who. */
async function freeIfSilent(file: string): Promise<void> {
  if (!(await isSilent(file))) return;
  const freeing = `${file}.freeing`;
  if (!(await taken(freeing, "").catch(() => false))) {
    if (await isSilent(freeing)) await rm(freeing, { force: true });
    return;
  }
  try {
    if (await isSilent(file)) await rm(file, { force: true });
  } finally {
    await rm(freeing, { force: true });
  }
}

async function isSilent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > SILENT_MS;
}

function markIn(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}
