import { basename, dirname, join, relative } from "node:path";
import { ToolError } from "@toolwright/core";
import { nearest } from "../../text/nearest.ts";
import type { FilesPort } from "../../workspace/files.port.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { isGenerated } from "../ls/list-directory.ts";

const MAX_SUGGESTIONS = 3;

/** How far a file of the same name is looked for elsewhere. */
const MAX_DIRECTORIES = 400;

/** Why a path cannot be used, with up to three that may have been meant, those beside it first. */
export async function missingPath(workspace: Workspace, path: ResolvedPath): Promise<ToolError> {
  const meant = await suggestions(workspace, path.real);
  const hint = meant.length === 0 ? undefined : `Did you mean: ${meant.join(", ")}?`;
  return new ToolError(`${path.shown} does not exist.`, {
    code: "user_error",
    reason: "NOT_FOUND",
    ...(hint !== undefined && { suggestion: hint }),
  });
}

async function suggestions(workspace: Workspace, real: string): Promise<readonly string[]> {
  const beside = nearest(basename(real), await namesIn(workspace.files, dirname(real)), MAX_SUGGESTIONS);
  const paths = beside.map((name) => join(dirname(real), name));
  const elsewhere = paths.length < MAX_SUGGESTIONS ? await sameName(workspace, basename(real)) : [];
  const all = [...new Set([...paths, ...elsewhere])].slice(0, MAX_SUGGESTIONS);
  return all.map((path) => relative(workspace.root, path));
}

async function namesIn(files: FilesPort, directory: string): Promise<readonly string[]> {
  const entries = await files.list(directory).catch(() => []);
  return entries.map((entry) => entry.name);
}

/** Files of this name anywhere below the root, breadth first. */
async function sameName({ root, files }: Workspace, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [root];
  for (let looked = 0; looked < MAX_DIRECTORIES && found.length < MAX_SUGGESTIONS; looked++) {
    const directory = waiting.shift();
    if (directory === undefined) break;
    for (const entry of await files.list(directory).catch(() => [])) {
      const path = join(directory, entry.name);
      if (entry.kind === "directory" && !isGenerated(entry.name)) waiting.push(path);
      if (entry.kind === "file" && entry.name.toLowerCase() === name.toLowerCase()) found.push(path);
    }
  }
  return found;
}
