import type { ShownChange } from "../unified-diff.ts";

/** What stands at a path before a patch. */
export type PatchFileState =
  | { readonly kind: "missing" }
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "directory" }
  /** A device, a socket, a named pipe. */
  | { readonly kind: "other" };

interface Changed extends ShownChange {
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
}

/** One step of a planned patch. Paths are those that `resolvePath` gave. */
export type FileOperation =
  | ({ readonly kind: "add"; readonly path: string } & Changed)
  | ({ readonly kind: "update"; readonly path: string } & Changed)
  | ({ readonly kind: "delete"; readonly path: string } & ShownChange)
  | ({ readonly kind: "move"; readonly from: string; readonly path: string } & Changed);

/** One line for a person or a model: `A src/new.ts (+12)`, `M src/a.ts (+3 −2)`, `D src/old.ts`, `R a → b`. */
export function operationLine(operation: FileOperation): string {
  if (operation.kind === "delete") return `D ${operation.path}`;
  const remarks = operation.notes.map((note) => ` [${note}]`).join("");
  if (operation.kind === "add") return `A ${operation.path} (+${operation.added})${remarks}`;
  const counts = `(+${operation.added} −${operation.removed})`;
  if (operation.kind === "update") return `M ${operation.path} ${counts}${remarks}`;
  const changed = operation.added + operation.removed > 0 ? ` ${counts}` : "";
  return `R ${operation.from} → ${operation.path}${changed}${remarks}`;
}
