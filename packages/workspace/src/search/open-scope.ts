import { relative } from "node:path";
import { ToolError } from "@toolwright/core";
import { type FileGlob, parseFileGlob } from "../glob/file-glob.ts";
import { nearest } from "../text/nearest.ts";
import { missingPath } from "../tools/read/missing-path.ts";
import { judgedPath, type PathOpening } from "../workspace/judged-path.ts";
import type { ResolvedPath } from "../workspace/resolve-path.ts";
import { fileTypeGlobs, fileTypes } from "./file-types.ts";
import type { SearchScope } from "./search-engine.port.ts";

/** Where a call wants to look, as the model wrote it. */
export interface WantedScope {
  readonly path: string;
  readonly glob?: string | undefined;
  readonly type?: string | undefined;
  readonly ignored: boolean;
}

/** A scope, and how it is named in answers. */
export interface OpenedScope {
  readonly scope: SearchScope;
  /** `src (*.ts)` */
  readonly shown: string;
}

/** Resolves a scope. Throws a `ToolError` for a path that is missing or outside, and for a glob or type that cannot be used. */
export async function openScope(opening: PathOpening, wanted: WantedScope): Promise<OpenedScope> {
  const { workspace } = opening;
  const path = await judgedPath(opening, wanted.path);
  const stat = await workspace.files.stat(path.real);
  if (stat === undefined) throw await missingPath(workspace, path);
  if (stat.kind !== "file" && stat.kind !== "directory")
    throw new ToolError(`${path.shown} is not a regular file.`, { code: "user_error" });
  const filters = [globFilter(wanted.glob, relative(workspace.root, path.real)), typeFilter(wanted.type)];
  const given = filters.filter((filter) => filter !== undefined);
  return {
    scope: {
      workspace,
      path: path.real,
      isFile: stat.kind === "file",
      ignored: wanted.ignored,
      accepts: (names) => given.every((filter) => filter.matches(names)),
      fileNames: given.find((filter) => filter.lastNames !== undefined)?.lastNames,
    },
    shown: shownScope(path, wanted),
  };
}

function shownScope(path: ResolvedPath, { glob, type }: WantedScope): string {
  const filters = [...(glob === undefined ? [] : [glob]), ...(type === undefined ? [] : [`type ${type}`])];
  const place = shownPlace(path);
  return filters.length === 0 ? place : `${place} (${filters.join(", ")})`;
}

/** A directory as it is named in a sentence. */
export function shownPlace({ shown }: ResolvedPath): string {
  return shown === "." ? "the workspace" : shown;
}

/** A glob with a slash may be meant from the root on or from the path on: either will do. */
function globFilter(text: string | undefined, base: string): FileGlob | undefined {
  if (text === undefined || text === "") return undefined;
  const glob = parseFileGlob(text, { anyDepth: true });
  if (glob === undefined) throw new ToolError("The glob stands for too many patterns.", { code: "user_error" });
  const depth = base === "" ? 0 : base.split("/").length;
  const negated = text.startsWith("!");
  const matches = (names: readonly string[]) => {
    const both = [glob.matches(names), glob.matches(names.slice(depth))];
    return negated ? both.every(Boolean) : both.some(Boolean);
  };
  return { matches, lastNames: glob.lastNames };
}

function typeFilter(type: string | undefined): FileGlob | undefined {
  if (type === undefined || type === "") return undefined;
  const globs = fileTypeGlobs(type);
  if (globs === undefined) throw unknownType(type);
  const parsed = globs.flatMap((glob) => parseFileGlob(glob, { anyDepth: true }) ?? []);
  const names = parsed.flatMap((glob) => glob.lastNames ?? []);
  return {
    matches: (path) => parsed.some((glob) => glob.matches(path)),
    lastNames: names.length === globs.length ? names : undefined,
  };
}

function unknownType(type: string): ToolError {
  const meant = nearest(type, fileTypes(), 3);
  const hint = meant.length === 0 ? "" : `Did you mean: ${meant.join(", ")}? `;
  return new ToolError("There is no such type of files.", {
    code: "user_error",
    suggestion: `${hint}Or use glob, for example *.${/^\w{1,10}$/.test(type) ? type : "ts"}.`,
  });
}
