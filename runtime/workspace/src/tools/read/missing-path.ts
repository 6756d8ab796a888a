import { basename, dirname, join, relative } from "node:path";
import { ToolError } from "@toolwright/core";
import { printablePath, runsUnasked } from "@toolwright/core/internal";
import { nearest } from "../../text/nearest.ts";
import { FILE_GUARD } from "../../workspace/file-guard.port.ts";
import type { DirectoryEntry, FilesPort } from "../../workspace/files.port.ts";
import type { PathOpening, ResolvedPath } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { isGenerated } from "../ls/list-directory.ts";

const MAX_SUGGESTIONS = 3;

/** How far a file of the same name is looked for elsewhere. */
const MAX_DIRECTORIES = 400;

/** How many entries of a folder are named. */
const MAX_NAMED = 20;

/** Where a path is missing, and for which call. */
type Missing = Pick<PathOpening, "ctx" | "workspace">;

/**
 * Why a path cannot be used, with up to three that may have been meant, those beside it first, or else with what the
 * nearest folder holds. Only names of files that may be read, and of folders that may be listed, without a question.
 */
export async function missingPath(missing: Missing, path: ResolvedPath): Promise<ToolError> {
  const meant = await suggestions(missing, path.real);
  const hint = meant.length === 0 ? await nearestFolder(missing, path.real) : `Did you mean: ${meant.join(", ")}?`;
  return new ToolError(`${path.shown} does not exist.`, {
    code: "user_error",
    reason: "NOT_FOUND",
    ...(hint !== undefined && { suggestion: hint }),
  });
}

async function suggestions(missing: Missing, real: string): Promise<readonly string[]> {
  const { ctx, workspace } = missing;
  const guard = await ctx.resolve(FILE_GUARD);
  const plain = await plainPath(workspace, real);
  const names = (await entriesOf(workspace.files, dirname(real))).map(({ name }) => name);
  const beside = nearest(basename(real), names, MAX_SUGGESTIONS);
  const paths = beside.map((name) => join(dirname(real), name));
  const elsewhere = paths.length < MAX_SUGGESTIONS ? await sameName(workspace, basename(real)) : [];
  const shown: string[] = [];
  for (const path of [...new Set([...plain, ...paths, ...elsewhere])].slice(0, MAX_SUGGESTIONS)) {
    const name = relative(workspace.root, path);
    if ((await guard.mayRead(path)) && (await runsUnasked(ctx, "read", { file_paths: [name] }))) shown.push(name);
  }
  return shown;
}

/** The path with the separators of another system, or with the numbers of lines behind it, where it exists without. */
async function plainPath({ root, files }: Workspace, real: string): Promise<readonly string[]> {
  const plain = relative(root, real)
    .replaceAll("\\", "/")
    .replace(/:\d+(?:[-:]\d+)?$/, "");
  const path = join(root, plain);
  return path !== real && path.startsWith(`${root}/`) && (await files.stat(path)) !== undefined ? [path] : [];
}

/** What the folder holds in which the path leaves what there is. */
async function nearestFolder(missing: Missing, real: string): Promise<string | undefined> {
  const { ctx, workspace } = missing;
  const folder = await existingFolder(workspace, dirname(real));
  const shown = relative(workspace.root, folder) || ".";
  if (!(await runsUnasked(ctx, "ls", { path: shown }))) return undefined;
  const guard = await ctx.resolve(FILE_GUARD);
  const names: string[] = [];
  for (const entry of await entriesOf(workspace.files, folder))
    if (await guard.mayRead(join(folder, entry.name))) names.push(nameOf(entry));
  const place = shown === "." ? "The workspace" : shown;
  if (names.length === 0) return `${place} is empty.`;
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : "";
  return `${place} holds: ${names.sort().slice(0, MAX_NAMED).join(", ")}${more}.`;
}

/** The folder itself, or the first above it that exists; the root at last. */
export async function existingFolder({ root, files }: Workspace, folder: string): Promise<string> {
  for (let at = folder; at.startsWith(`${root}/`); at = dirname(at))
    if ((await files.stat(at))?.kind === "directory") return at;
  return root;
}

function nameOf({ name, kind }: DirectoryEntry): string {
  return `${printablePath(name)}${kind === "directory" ? "/" : ""}`;
}

async function entriesOf(files: FilesPort, directory: string): Promise<readonly DirectoryEntry[]> {
  return files.list(directory).catch(() => []);
}

/** Files of this name anywhere below the root, breadth first. */
async function sameName({ root, files }: Workspace, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [root];
  for (let looked = 0; looked < MAX_DIRECTORIES && found.length < MAX_SUGGESTIONS; looked++) {
    const directory = waiting.shift();
    if (directory === undefined) break;
    for (const entry of await entriesOf(files, directory)) {
      const path = join(directory, entry.name);
      if (entry.kind === "directory" && !isGenerated(entry.name)) waiting.push(path);
      if (entry.kind === "file" && entry.name.toLowerCase() === name.toLowerCase()) found.push(path);
    }
  }
  return found;
}
