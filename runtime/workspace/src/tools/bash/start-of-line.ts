import { type ToolContext, ToolError } from "@toolwright/core";
import { resolvePath } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { StandingShells } from "./shell-directories.ts";

/** A line, and what says where it starts. */
export interface StartedLine {
  readonly workspace: Workspace;
  readonly ctx: Pick<ToolContext, "conversation">;
  readonly directories: StandingShells;
  readonly input: { readonly command: string; readonly working_dir?: string | undefined };
}

/** The directory that a line starts in, and what to say of it. Throws a `ToolError` where the call names none. */
export async function startOfLine({
  workspace,
  ctx,
  directories,
  input,
}: StartedLine): Promise<{ readonly cwd: string; readonly note?: string }> {
  const given = input.working_dir;
  if (given === undefined) return directories.start(workspace, ctx.conversation);
  const path = await resolvePath(workspace, given);
  if ((await workspace.files.stat(path.real))?.kind === "directory") return { cwd: path.real };
  throw new ToolError(`working_dir ${path.shown} is not a directory.`, { code: "user_error" });
}
