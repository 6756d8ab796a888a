import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import {
  applyEdit,
  applyEdits,
  type EditRequest,
  namingFile,
  type PatchFileState,
  planPatch,
  planWrite,
} from "@toolwright/edits";

/** What a file holds; undefined: there is none. */
export type FileState = Uint8Array | undefined;

/** What a call would be applied to. */
export interface ProposedPlace {
  /** The absolute path for a name of a patch. */
  readonly pathOf: (given: string) => string;
  readonly before: (path: string) => FileState;
}

/**
 * What each file would hold after a call of an editing tool; undefined where the call does not fit what is there, or is
 * none of ours.
 */
export function proposedFiles(
  { tool, args }: { readonly tool: string; readonly args: JsonObject },
  place: ProposedPlace,
): ReadonlyMap<string, FileState> | undefined {
  const patch = text(args, "patch");
  const isPatch = tool === "apply_patch" || (tool === "edit" && patch !== undefined && patch !== "");
  const given = text(args, "file_path");
  if (isPatch) return patch === undefined ? undefined : patched(namingFile(patch, given ?? ""), place);
  if (given === undefined) return undefined;
  const path = place.pathOf(given);
  const outcome = changed(tool, args, { path, bytes: place.before(path) });
  return outcome?.ok === true ? new Map([[path, outcome.bytes]]) : undefined;
}

interface Target {
  readonly path: string;
  readonly bytes: FileState;
}

function changed(tool: string, args: JsonObject, { path, bytes }: Target) {
  switch (tool) {
    case "write": {
      const content = text(args, "content");
      return content === undefined ? undefined : planWrite({ path, before: bytes, content });
    }
    case "edit": {
      if (args.edits !== undefined) return changed("multi_edit", args, { path, bytes });
      const request = requestOf(args);
      return request && applyEdit({ path, bytes, ...request });
    }
    case "multi_edit": {
      const edits = [args.edits ?? []].flat().map(requestOf);
      const known = edits.filter((edit) => edit !== undefined);
      return bytes === undefined || known.length < edits.length ? undefined : applyEdits({ path, bytes, edits: known });
    }
    default:
      return undefined;
  }
}

function requestOf(value: Json): EditRequest | undefined {
  if (!isJsonObject(value)) return undefined;
  const [oldString, newString] = [text(value, "old_string"), text(value, "new_string")];
  if (oldString === undefined || newString === undefined) return undefined;
  const mode = (["exact", "line_trimmed", "block_anchor"] as const).find((one) => one === text(value, "match_mode"));
  return { oldString, newString, replaceAll: value.replace_all === true, matchMode: mode ?? "auto" };
}

function patched(patch: string, { pathOf, before }: ProposedPlace): ReadonlyMap<string, FileState> | undefined {
  const fileAt = (path: string): PatchFileState => {
    const bytes = before(path);
    return bytes === undefined ? { kind: "missing" } : { kind: "file", bytes };
  };
  const plan = planPatch({ patch, fileAt, resolvePath: pathOf });
  if (!plan.ok) return undefined;
  const after = new Map<string, FileState>();
  for (const operation of plan.operations) {
    if (operation.kind === "move") after.set(operation.from, undefined);
    after.set(operation.path, operation.kind === "delete" ? undefined : operation.bytes);
  }
  return after;
}

function text(object: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === "string" ? value : undefined;
}
