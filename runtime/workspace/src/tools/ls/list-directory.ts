import { join } from "node:path";
import { printablePath } from "@toolwright/core/internal";
import type { DirectoryEntry, FilesPort } from "../../workspace/files.port.ts";

/** What of a directory is listed. */
export interface ListOptions {
  /** 1: its own entries only. */
  readonly depth: number;
  readonly limit: number;
}

/** Shown but never entered: what tools put there, not people. */
const GENERATED: ReadonlySet<string> = new Set(
  ".git .hg .svn node_modules .venv venv __pycache__ .mypy_cache .pytest_cache .ruff_cache .tox .gradle .next .turbo".split(
    " ",
  ),
);

/** Entries beyond this are not counted. */
const MAX_COUNTED = 10_000;

/**
 * The entries of a directory as an indented list: directories first, with `/`; links with their target.
 * A last line says how many there are when not all are shown.
 */
export async function listDirectory(files: FilesPort, path: string, options: ListOptions): Promise<string> {
  const listing: Listing = { files, options, lines: [], counted: 0 };
  await addEntries(listing, path, 1);
  const { lines, counted } = listing;
  if (counted === 0) return "(empty directory)";
  if (counted > lines.length) lines.push(`[${lines.length} of ${counted}${counted >= MAX_COUNTED ? "+" : ""} entries]`);
  return lines.join("\n");
}

/** True for a directory whose content is left out of listings. */
export function isGenerated(name: string): boolean {
  return GENERATED.has(name);
}

interface Listing {
  readonly files: FilesPort;
  readonly options: ListOptions;
  readonly lines: string[];
  counted: number;
}

async function addEntries(listing: Listing, path: string, level: number): Promise<void> {
  const entries = await listing.files.list(path);
  const directories = entries.filter((entry) => entry.kind === "directory");
  const others = entries.filter((entry) => entry.kind !== "directory");
  for (const entry of [...directories, ...others]) {
    if (listing.counted >= MAX_COUNTED) return;
    listing.counted += 1;
    const place = join(path, entry.name);
    if (listing.lines.length < listing.options.limit) {
      listing.lines.push("  ".repeat(level - 1) + (await lineOf(listing.files, place, entry)));
    }
    const enters = entry.kind === "directory" && level < listing.options.depth && !isGenerated(entry.name);
    if (enters) await addEntries(listing, place, level + 1).catch(() => {});
  }
}

async function lineOf(files: FilesPort, path: string, { name, kind }: DirectoryEntry): Promise<string> {
  const shown = printablePath(name);
  if (kind === "directory") return `${shown}/${isGenerated(name) ? " (ignored)" : ""}`;
  if (kind === "other") return `${shown} (special)`;
  if (kind === "file") return shown;
  const target = await files.readLink(path).catch(() => "?");
  return `${shown} -> ${printablePath(target)}`;
}
