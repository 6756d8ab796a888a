import { ToolError } from "@toolwright/core";
import type { CurrentFile } from "../../tracking/seen-files.ts";
import { FileError } from "../../workspace/file-error.ts";
import type { FilesPort } from "../../workspace/files.port.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";

/** Larger files are not changed by these tools, because the old content is kept until the new one is safe (bytes). */
const MAX_BYTES = 64 * 1024 * 1024;

/** The file at a path; undefined when nothing is there. Throws a `ToolError` for anything but a regular file. */
export async function currentFile(files: FilesPort, { real, shown }: ResolvedPath): Promise<CurrentFile | undefined> {
  const stat = await files.stat(real);
  if (stat === undefined) return undefined;
  if (stat.kind === "directory") throw new ToolError(`IO ${shown} is a directory.`, { reason: "IO" });
  if (stat.kind !== "file") throw new ToolError(`IO ${shown} is not a regular file.`, { reason: "IO" });
  if (stat.size > MAX_BYTES) {
    throw new ToolError(`TOO_LARGE ${shown} has ${stat.size} bytes. Use bash.`, { reason: "TOO_LARGE" });
  }
  return { bytes: await bytesOf(files, { real, shown }), stat };
}

async function bytesOf(files: FilesPort, { real, shown }: Pick<ResolvedPath, "real" | "shown">): Promise<Uint8Array> {
  try {
    return await files.read(real);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ToolError(`IO ${shown} ${error.message}.`, { reason: "IO", cause: error });
  }
}
