import { compareFiles } from "../compare-files.ts";
import { type EditFailure, editFailure } from "../edit-failure.ts";
import {
  decodeTextFile,
  encodeTextFile,
  hasLoneSurrogate,
  MAX_TEXT_BYTES,
  type TextFile,
  textFileFrom,
} from "../text-file.ts";
import { NO_LINES, type ShownChange, shownChange } from "../unified-diff.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { FileOperation, PatchFileState } from "./file-operation.ts";
import type { FilePatch, Hunk } from "./patch.ts";

/** A file patch and what its paths stand for. */
export interface ResolvedFilePatch {
  readonly patch: FilePatch;
  readonly path: string;
  /** Where the file is moved to. */
  readonly target: string | undefined;
}

type FileAt = (path: string) => PatchFileState;

/** Works out what a patch does with one file. */
export function planFile({ patch, path, target }: ResolvedFilePatch, fileAt: FileAt): FileOperation | EditFailure {
  switch (patch.kind) {
    case "add":
      return planAdd(path, patch.content, fileAt);
    case "delete":
      return planDelete(path, fileAt);
    case "update":
      return target === undefined
        ? planUpdate(path, patch.hunks, fileAt)
        : planMove({ from: path, path: target }, patch.hunks, fileAt);
  }
}

function planAdd(path: string, content: string, fileAt: FileAt): FileOperation | EditFailure {
  const taken = refuseTaken(path, fileAt(path), "Use *** Update File, or write.");
  if (taken !== undefined) return taken;
  if (content.includes("\0")) return editFailure("BINARY", `${path}: the new file would hold a NUL character.`);
  if (hasLoneSurrogate(content))
    return editFailure("NOT_UTF8", `${path}: the new file would hold half of a surrogate pair.`);
  const bytes = new TextEncoder().encode(content);
  return { kind: "add", path, bytes, notes: [], ...change(path, undefined, textFileFrom(content)) };
}

function planDelete(path: string, fileAt: FileAt): FileOperation | EditFailure {
  const bytes = existing(path, fileAt(path));
  if ("ok" in bytes) return bytes;
  const decoded = decodeTextFile(bytes);
  const shown = decoded.ok ? shownChange(compareFiles(decoded.file, undefined), path) : NO_LINES;
  return { kind: "delete", path, ...shown };
}

function planUpdate(path: string, hunks: readonly Hunk[], fileAt: FileAt): FileOperation | EditFailure {
  const patched = patchExisting(path, hunks, fileAt);
  if (!patched.ok) return patched;
  const { before, after, notes } = patched;
  if (before.text === after.text) return editFailure("NO_CHANGE", `${path}: the hunks change nothing.`);
  return { kind: "update", path, bytes: encodeTextFile(after), notes, ...change(path, before, after) };
}

function planMove(
  { from, path }: { readonly from: string; readonly path: string },
  hunks: readonly Hunk[],
  fileAt: FileAt,
): FileOperation | EditFailure {
  const taken = refuseTaken(path, fileAt(path), "Delete it first, in a patch of its own, or choose another name.");
  if (taken !== undefined) return taken;
  if (hunks.length === 0) return planRename(from, path, fileAt);
  const patched = patchExisting(from, hunks, fileAt);
  if (!patched.ok) return patched;
  const { before, after, notes } = patched;
  return { kind: "move", from, path, bytes: encodeTextFile(after), notes, ...change(path, before, after) };
}

/** Without hunks the bytes are moved as they are, text or not. */
function planRename(from: string, path: string, fileAt: FileAt): FileOperation | EditFailure {
  const bytes = existing(from, fileAt(from));
  if ("ok" in bytes) return bytes;
  return { kind: "move", from, path, bytes, notes: [], ...NO_LINES };
}

interface Patched {
  readonly ok: true;
  readonly before: TextFile;
  readonly after: TextFile;
  readonly notes: readonly string[];
}

function patchExisting(path: string, hunks: readonly Hunk[], fileAt: FileAt): Patched | EditFailure {
  const bytes = existing(path, fileAt(path));
  if ("ok" in bytes) return bytes;
  const decoded = decodeTextFile(bytes);
  if (!decoded.ok) return editFailure(decoded.reason, `${path}: ${decoded.message}`);
  const patched = applyHunks(decoded.file, hunks);
  if (!patched.ok) return editFailure(patched.reason, `${path}: ${patched.message}`, patched.hint);
  if (patched.file.text.length > MAX_TEXT_BYTES) {
    return editFailure("TOO_LARGE", `${path}: the file would be larger than ${MAX_TEXT_BYTES} bytes.`);
  }
  return { ok: true, before: decoded.file, after: patched.file, notes: patched.notes };
}

function existing(path: string, state: PatchFileState): Uint8Array | EditFailure {
  switch (state.kind) {
    case "file":
      return state.bytes;
    case "missing":
      return editFailure("NOT_FOUND", `${path} does not exist. Use *** Add File to create it.`);
    case "directory":
      return editFailure("IO", `${path} is a directory.`);
    case "other":
      return editFailure("IO", `${path} is not a regular file.`);
  }
}

function refuseTaken(path: string, state: PatchFileState, advice: string): EditFailure | undefined {
  return state.kind === "missing" ? undefined : editFailure("EXISTS", `${path} already exists. ${advice}`);
}

function change(path: string, before: TextFile | undefined, after: TextFile): ShownChange {
  return shownChange(compareFiles(before, after), path);
}
