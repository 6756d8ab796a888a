import { checkPlan } from "../check-edit.ts";
import { type EditFailure, editFailure } from "../edit-failure.ts";
import { type FileOperation, operationLine, type PatchFileState } from "./file-operation.ts";
import { parsePatch } from "./parse-patch.ts";
import type { FilePatch } from "./patch.ts";
import { planFile, type ResolvedFilePatch } from "./plan-file.ts";

/** What {@link planPatch} works on. */
export interface PlanPatchOptions {
  readonly patch: string;
  /** What stands at a path, before anything is written. */
  readonly fileAt: (path: string) => PatchFileState;
  /**
   * Gives one spelling to every path; undefined when it leaves the workspace. Default: lexically, relative paths only.
   */
  readonly resolvePath?: (path: string) => string | undefined;
}

/** A patch that can be written as a whole. */
export interface PatchPlan {
  readonly ok: true;
  readonly operations: readonly FileOperation[];
  /** One line per file. */
  readonly summary: string;
  readonly diff: string;
}

/**
 * Works out everything a patch does, in memory, or why it cannot be done; all files or none. Throws only a `TypeError`
 * for an option that does not exist or cannot be.
 */
export function planPatch(options: PlanPatchOptions): PatchPlan | EditFailure {
  checkPlan(options);
  const { patch, fileAt, resolvePath = normalisePatchPath } = options;
  const parsed = parsePatch(patch);
  if (!parsed.ok) return parsed;
  const resolved = resolveAll(parsed.files, resolvePath);
  if ("ok" in resolved) return unchanged(resolved);
  const operations: FileOperation[] = [];
  for (const file of resolved) {
    const operation = planFile(file, fileAt);
    if ("ok" in operation) return unchanged(operation);
    operations.push(operation);
  }
  return {
    ok: true,
    operations,
    summary: operations.map(operationLine).join("\n"),
    diff: operations.map((operation) => operation.diff).join(""),
  };
}

function resolveAll(
  files: readonly FilePatch[],
  resolvePath: (path: string) => string | undefined,
): ResolvedFilePatch[] | EditFailure {
  const seen = new Set<string>();
  const resolved: ResolvedFilePatch[] = [];
  for (const patch of files) {
    const path = claim(patch.path, seen, resolvePath);
    if (typeof path !== "string") return path;
    const given = patch.kind === "update" ? patch.moveTo : undefined;
    const target = given === undefined ? undefined : claim(given, seen, resolvePath);
    if (target !== undefined && typeof target !== "string") return target;
    resolved.push({ patch, path, target });
  }
  return resolved;
}

/** Each path may be named once, as source or as target. */
function claim(
  given: string,
  seen: Set<string>,
  resolvePath: (path: string) => string | undefined,
): string | EditFailure {
  const path = resolvePath(given);
  if (path === undefined) return editFailure("OUTSIDE", `${given} is outside the workspace and cannot be reached.`);
  if (seen.has(path)) {
    return editFailure("INVALID_PATCH", `${given} is named twice. Put all changes of a file into one section.`);
  }
  seen.add(path);
  return path;
}

function unchanged(failure: EditFailure): EditFailure {
  return editFailure(failure.reason, `${failure.message} Nothing was changed.`, failure.hint);
}

/**
 * The form of a relative path that two spellings share (`./src//a.ts`, `src/x/../a.ts`); undefined when it is absolute,
 * leaves the folder it is relative to, or names nothing in it. Links are not looked at.
 */
export function normalisePatchPath(path: string): string | undefined {
  if (path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) || path.includes("\0")) return undefined;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join("/");
}
