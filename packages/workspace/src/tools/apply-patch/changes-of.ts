import type { FileOperation } from "@toolwright/edits";
import type { FileChange } from "../../transaction/file-change.ts";
import type { PatchFile, PatchFiles } from "./load-patch-files.ts";

/** The file changes that carry out a planned patch. */
export function changesOf(operations: readonly FileOperation[], files: PatchFiles): FileChange[] {
  return operations.flatMap((operation): FileChange[] => {
    const source = files.get(operation.kind === "move" ? operation.from : operation.path);
    const target = files.get(operation.path);
    if (source === undefined || target === undefined) return [];
    if (operation.kind === "move") return moveChanges(source, target, operation.bytes);
    const after = operation.kind === "delete" ? undefined : operation.bytes;
    return [{ path: source.path.real, before: source.current?.bytes, after }];
  });
}

function moveChanges(source: PatchFile, target: PatchFile, bytes: Uint8Array): FileChange[] {
  const movedFrom = source.path.real;
  const mode = source.current === undefined ? {} : { mode: source.current.stat.mode };
  return [
    { path: target.path.real, before: undefined, after: bytes, movedFrom, ...mode },
    { path: movedFrom, before: source.current?.bytes, after: undefined },
  ];
}
