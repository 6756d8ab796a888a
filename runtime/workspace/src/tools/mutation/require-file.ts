import { type ToolContext, ToolError } from "@toolwright/core";
import { filesOfGlob } from "../../search/files-of-glob.ts";
import { missingPath } from "../read/missing-path.ts";
import type { HeldFiles } from "./with-files.ts";

/** How many files that fit a glob are named. */
const MAX_NAMED = 10;

/**
 * Throws where the file that an edit names is not there: with the files that are meant where the name is a glob, for
 * one edit changes one file, else with what is there instead.
 */
export async function requireFile(ctx: ToolContext, { workspace, paths: [path] }: HeldFiles): Promise<void> {
  if (path === undefined || (await workspace.files.stat(path.real)) !== undefined) return;
  const files = await filesOfGlob({ ctx, workspace }, { ...path, exists: false }, MAX_NAMED);
  if (files === undefined) {
    const { suggestion } = await missingPath({ ctx, workspace }, path);
    throw notFound(`${path.shown} does not exist. Use write to create it.`, suggestion);
  }
  const [first = "", ...others] = files.paths;
  const named = [first, ...others].map((file) => JSON.stringify({ file_path: file })).join(", ");
  const more = files.more === 0 ? "" : `, and ${files.more} more`;
  throw notFound(`${path.shown} is no file, and a call edits one.`, `Call it for each that is meant: ${named}${more}.`);
}

function notFound(message: string, suggestion: string | undefined): ToolError {
  return new ToolError(`NOT_FOUND ${message}`, {
    reason: "NOT_FOUND",
    ...(suggestion !== undefined && { suggestion }),
  });
}
