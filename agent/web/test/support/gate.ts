import { spawnSync } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";

/** Where somebody waits. */
export interface Gate {
  readonly path: string;
  open(): Promise<void>;
}

/** Makes a named pipe: whoever reads it waits until the gate is opened. */
export function makeGate(folder: string, name: string): Gate {
  const path = join(folder, name);
  const { status } = spawnSync("mkfifo", [path]);
  if (status !== 0) throw new Error("mkfifo does not work here.");
  return { path, open: async () => (await open(path, "w")).close() };
}
