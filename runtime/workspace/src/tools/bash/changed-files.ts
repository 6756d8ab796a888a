import { relative } from "node:path";
import type { SeenFiles } from "../../tracking/seen-files.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";

/** Named in one line; the rest is counted. */
const MAX_NAMED = 20;

/** Which files that the agent has seen are changed by a command. */
export interface ChangedFiles {
  /** Lines for the model, each change told once; empty when nothing changed. */
  lines(): Promise<readonly string[]>;
}

/** Call it before the command runs: what was changed before is told apart from what the command changes. */
export async function watchChangedFiles(workspace: Workspace, seen: SeenFiles): Promise<ChangedFiles> {
  const before = await seen.changedOnDisk(workspace.files);
  return {
    async lines() {
      const after = await seen.changedOnDisk(workspace.files);
      const by = [line(workspace, "changed by this command", after)];
      return [...by, line(workspace, "changed since you read them, not by this command", before)].flatMap(
        (text) => text ?? [],
      );
    },
  };
}

function line({ root }: Workspace, what: string, paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : "";
  const named = paths.slice(0, MAX_NAMED).map((path) => relative(root, path));
  return `[${what}: ${named.join(", ")}${more}]`;
}
