import { join } from "node:path";
import type { FilesPort, HeldDirectories } from "../workspace/files.port.ts";
import { isInside } from "../workspace/is-inside.ts";
import { ChangedMeanwhileError } from "./file-change.ts";
import { hashAt } from "./file-content.ts";
import { directoriesOf, type Intent, obstaclesOf } from "./intent.ts";

/**
 * Moves away the files that stand where directories will be, and the directories where files will be, unless there is
 * more in them.
 */
export async function clearWay(files: FilesPort, intent: Intent, emptied: readonly string[]): Promise<void> {
  const obstacles = obstaclesOf(intent);
  if (obstacles.length === 0) return;
  const hashes = new Map(intent.steps.map(({ path, before }) => [path, before]));
  const held = await files.hold(directoriesOf(obstacles));
  try {
    for (const { path, clears, before } of intent.steps) {
      if (clears && (await hashAt(files, held.at(path))) !== before) throw new ChangedMeanwhileError(path);
    }
    for (const { path, old } of obstacles) await files.rename(held.at(path), held.at(old));
    for (const one of intent.cleared) await checkNothingElse({ files, held, hashes, emptied }, one);
    const moved = await held.moved();
    if (moved !== undefined) throw new ChangedMeanwhileError(moved);
  } finally {
    await held.release();
  }
}

interface Clearing {
  readonly files: FilesPort;
  readonly held: HeldDirectories;
  readonly hashes: ReadonlyMap<string, string | null>;
  readonly emptied: readonly string[];
}

/** Looked at where it cannot be reached by its name any more: what somebody put there is not removed. */
async function checkNothingElse(
  { files, held, hashes, emptied }: Clearing,
  { path, old }: Intent["cleared"][number],
): Promise<void> {
  const left = await unexpected({ files, hashes, emptied }, { path, at: held.at(old) });
  if (left !== undefined) throw new ChangedMeanwhileError(left);
}

interface Looked {
  /** What a directory is or was called, and where it is. */
  readonly path: string;
  readonly at: string;
}

/** The first path below a directory that is not among the files and empty directories that go with it. */
export async function unexpected(
  expected: Pick<Clearing, "files" | "hashes" | "emptied">,
  { path, at }: Looked,
): Promise<string | undefined> {
  const { files, hashes, emptied } = expected;
  const entries = await files.list(at);
  const goes = emptied.includes(path) || [...hashes.keys()].some((known) => known !== path && isInside(path, known));
  if (!goes) return path;
  for (const { name, kind } of entries) {
    const below = { path: join(path, name), at: join(at, name) };
    if (kind === "directory") {
      const found = await unexpected(expected, below);
      if (found !== undefined) return found;
    } else if (
      (hashes.get(below.path) ?? null) === null ||
      (await hashAt(files, below.at)) !== hashes.get(below.path)
    ) {
      return below.path;
    }
  }
  return undefined;
}
