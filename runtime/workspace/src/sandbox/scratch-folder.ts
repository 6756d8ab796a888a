import { rmSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isRunning, ownIdentity } from "../transaction/process-identity.ts";

const made = new Set<string>();

/**
 * Makes the directory that commands see as `/tmp`: their temporary files last as long as this process, and nobody
 * else's are seen. What processes that died left behind is removed.
 */
export async function scratchFolder(stateDirectory: string): Promise<string> {
  const base = join(stateDirectory, "sandbox");
  await mkdir(base, { recursive: true, mode: 0o700 });
  for (const name of await readdir(base)) {
    const [pid = "", started = ""] = name.split("-");
    const owner = { pid: Number(pid), started };
    if (Number.isInteger(owner.pid) && !isRunning(owner)) {
      await rm(join(base, name), { recursive: true, force: true });
    }
  }
  const { pid, started } = ownIdentity();
  const folder = join(base, `${pid}-${started}-${made.size}`);
  await mkdir(folder, { mode: 0o700 });
  if (made.size === 0) process.once("exit", removeAll);
  made.add(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}
