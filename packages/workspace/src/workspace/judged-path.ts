import { type ToolContext, ToolError } from "@toolwright/core";
import { FILE_GUARD, type FileAccess } from "./file-guard.port.ts";
import { type ResolvedPath, resolvePath } from "./resolve-path.ts";
import type { Workspace } from "./workspace.port.ts";

/** Who opens what. */
export interface PathOpening {
  readonly ctx: Pick<ToolContext, "resolve">;
  readonly workspace: Workspace;
  readonly access: FileAccess;
}

/**
 * Resolves what a model wrote, like {@link resolvePath}, and judges where it leads by now: while a person was asked, a link may have
 * been put on the way. Throws a `ToolError`, `security_violation` when the real path is one that may not be opened.
 */
export async function judgedPath({ ctx, workspace, access }: PathOpening, given: string): Promise<ResolvedPath> {
  const [path, guard] = await Promise.all([resolvePath(workspace, given), ctx.resolve(FILE_GUARD)]);
  const refused = await guard.refuses?.(access, path);
  if (refused === undefined) return path;
  throw new ToolError(`${path.shown} was not opened: ${refused}`, { code: "security_violation" });
}
