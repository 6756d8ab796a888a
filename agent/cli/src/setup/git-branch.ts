import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Bytes of a file that only says where something is. */
const MOST = 4_096;

/**
 * The branch that a folder is on, or the beginning of the commit where it is on none; undefined outside of a
 * repository. Only files are read: git itself would start programs that the folder names.
 */
export async function gitBranch(folder: string): Promise<string | undefined> {
  const own = join(folder, ".git");
  const pointed = /^gitdir: (.+)$/m.exec((await smallFile(own)) ?? "")?.[1];
  const head = await smallFile(join(pointed === undefined ? own : resolve(folder, pointed), "HEAD"));
  if (head !== undefined) return branchIn(head);
  const above = dirname(folder);
  return above === folder ? undefined : gitBranch(above);
}

function branchIn(head: string): string | undefined {
  const [, branch, commit] = /^(?:ref: refs\/heads\/(.+)|([0-9a-f]{7})[0-9a-f]*)$/m.exec(head) ?? [];
  return branch ?? commit;
}

/** A pipe or a device in its place would be waited for. */
async function smallFile(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= MOST ? await readFile(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
