import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 ** 30;

/**
 * A new folder for a store: in memory where there is room, as the tests commit thousands of times, and each commit on a
 * disk waits until it has written. A process that is killed leaves the same in both.
 */
export function quickFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), prefix));
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}
