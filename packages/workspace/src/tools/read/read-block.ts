import type { Part, ToolError } from "@toolwright/core";
import type { CurrentFile } from "../../tracking/seen-files.ts";
import type { FileStat } from "../../workspace/files.port.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { listDirectory } from "../ls/list-directory.ts";
import { imageType } from "./image-type.ts";
import { BINARY_SAMPLE_BYTES, isBinary } from "./is-binary.ts";
import { missingPath } from "./missing-path.ts";
import { cannotBeRead } from "./read-errors.ts";
import { readImage } from "./read-image.ts";
import { scanText, type TextScan, type WantedLines } from "./scan-text.ts";
import { textNotes } from "./text-notes.ts";

/** What one of the paths came to. */
export type ReadBlock =
  | { readonly kind: "failed"; readonly path: ResolvedPath; readonly error: ToolError }
  | ShownBlock;

/** A path that could be read. */
export interface ShownBlock {
  readonly kind: "shown";
  readonly path: ResolvedPath;
  readonly body: string;
  readonly image?: Part;
  /** Of a text file. */
  readonly scan?: TextScan;
  /** The text file as it was read; not of a large one, which is never in memory whole. */
  readonly snapshot?: CurrentFile;
}

/** Larger files are read in pieces. In bytes. */
const MAX_SNAPSHOT_BYTES = 8 * 1024 * 1024;

const LISTED = { depth: 1, limit: 500 };

/** Reads one path as what it is: text, an image, another binary file, a directory. */
export async function readBlock(workspace: Workspace, path: ResolvedPath, wanted: WantedLines): Promise<ReadBlock> {
  try {
    const stat = await workspace.files.stat(path.real);
    if (stat === undefined) return { kind: "failed", path, error: await missingPath(workspace, path) };
    if (stat.kind === "directory") {
      return { kind: "shown", path, body: await listDirectory(workspace.files, path.real, LISTED) };
    }
    return await readFile(workspace, path, { stat, wanted });
  } catch (error) {
    return { kind: "failed", path, error: cannotBeRead(path, error) };
  }
}

interface FileToRead {
  readonly stat: FileStat;
  readonly wanted: WantedLines;
}

async function readFile(workspace: Workspace, path: ResolvedPath, { stat, wanted }: FileToRead): Promise<ReadBlock> {
  const { files } = workspace;
  const start = await files.read(path.real, { offset: 0, length: BINARY_SAMPLE_BYTES });
  const mediaType = imageType(start);
  if (mediaType !== undefined) return { kind: "shown", path, ...(await readImage(files, path.real, mediaType)) };
  if (isBinary(start)) return { kind: "shown", path, body: "[Binary file - content not displayed]" };
  const bytes = stat.size <= MAX_SNAPSHOT_BYTES ? await files.read(path.real) : undefined;
  const scan = await scanText(bytes === undefined ? files.stream(path.real) : once(bytes), wanted);
  const body = [...scan.shown, ...textNotes(scan, wanted)].join("\n");
  return { kind: "shown", path, body, scan, ...(bytes !== undefined && { snapshot: { bytes, stat } }) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
