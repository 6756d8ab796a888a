import { ToolError } from "@toolwright/core";
import type { FileOperation } from "@toolwright/edits";
import type { SeenFiles } from "../../tracking/seen-files.ts";
import { requireSeen } from "../mutation/require-seen.ts";
import type { PatchFiles } from "./load-patch-files.ts";

/**
 * Throws unless the agent knows each file that is changed. Deleting and moving need no reading, but a file that was read
 * must still be what it was.
 */
export function requirePatchSeen(seen: SeenFiles, operations: readonly FileOperation[], files: PatchFiles): void {
  for (const operation of operations) {
    const file = files.get(operation.kind === "move" ? operation.from : operation.path);
    if (file?.current === undefined) continue;
    if (file.isLink && DOING[operation.kind] !== "patching") throw linkError(file.path.shown);
    requireSeen(seen, {
      path: file.path,
      current: file.current,
      doing: DOING[operation.kind],
      allows: { unseen: operation.kind === "delete" || operation.diff === "", partial: true },
    });
  }
}

const DOING = { add: "patching", update: "patching", delete: "deleting", move: "moving" } as const;

function linkError(shown: string): ToolError {
  return new ToolError(`IO ${shown} is a symbolic link. Use bash to delete or move it. Nothing was changed.`, {
    reason: "IO",
  });
}
