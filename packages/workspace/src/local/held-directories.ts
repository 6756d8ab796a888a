import { basename, dirname, join } from "node:path";
import { FileError } from "../workspace/file-error.ts";
import type { HeldDirectories } from "../workspace/files.port.ts";
import { type DirectoryHandle, type DirectoryHolding, openDirectory } from "./directory-handle.ts";

/** Opens all of them, or none. */
export async function holdDirectories(
  directories: readonly string[],
  holding: DirectoryHolding,
): Promise<HeldDirectories> {
  const held = new Map<string, DirectoryHandle>();
  const release = async () => void (await Promise.all([...held.values()].map((handle) => handle.close())));
  try {
    for (const path of new Set(directories)) held.set(path, await openDirectory(path, holding));
  } catch (error) {
    await release();
    throw error;
  }
  return {
    at(path) {
      const directory = held.get(dirname(path));
      if (directory === undefined) throw new FileError("IO");
      return directory.at(basename(path));
    },
    directory(path) {
      const directory = held.get(path);
      if (directory === undefined) throw new FileError("IO");
      return join(directory.at("."));
    },
    async moved() {
      for (const [path, handle] of held) if (!(await handle.isInPlace())) return path;
      return undefined;
    },
    release,
  };
}
