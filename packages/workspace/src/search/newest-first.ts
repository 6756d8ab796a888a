import { join } from "node:path";
import type { Workspace } from "../workspace/workspace.port.ts";

/** So many are looked at together. */
const TOGETHER = 64;

/** Paths relative to the root, the last changed first; those changed at the same time in their order. */
export async function newestFirst({ root, files }: Workspace, paths: readonly string[]): Promise<readonly string[]> {
  const dated: { path: string; time: bigint }[] = [];
  for (let at = 0; at < paths.length; at += TOGETHER) {
    const some = paths.slice(at, at + TOGETHER);
    const stats = await Promise.all(some.map((path) => files.stat(join(root, path)).catch(() => undefined)));
    for (const [index, path] of some.entries()) dated.push({ path, time: stats[index]?.mtimeNs ?? 0n });
  }
  return dated.sort((one, other) => Number(other.time - one.time)).map(({ path }) => path);
}
