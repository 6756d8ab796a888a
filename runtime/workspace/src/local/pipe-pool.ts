import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Both ends of a pipe, as descriptors of this process. */
export interface Pipe {
  readonly readEnd: number;
  readonly writeEnd: number;
}

/** Pipes are made in batches, because making them takes a process. */
const BATCH = 16;

/**
 * Real pipes for the output of children. What Node gives a child are sockets, and those cannot be opened again:
 * `echo x > /dev/stderr` fails. Undefined where the system has no `mkfifo`.
 */
export class PipePool {
  #ready: Pipe[] = [];
  #broken = false;

  take(): Pipe | undefined {
    if (this.#ready.length === 0 && !this.#broken) this.#fill();
    return this.#ready.pop();
  }

  #fill(): void {
    const directory = mkdtempSync(join(tmpdir(), "pipes-"));
    try {
      const paths = Array.from({ length: BATCH }, (_, index) => join(directory, String(index)));
      spawnSync("mkfifo", ["-m", "600", ...paths], { stdio: "ignore" });
      for (const path of paths) this.#ready.push(openBoth(path));
    } catch {
      this.#broken = true;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}

function openBoth(path: string): Pipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return { readEnd, writeEnd: openSync(path, constants.O_WRONLY) };
  } catch (error) {
    closeSync(readEnd);
    throw error;
  }
}
