import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Conversation } from "@toolwright/core";
import { outputFolder } from "../outputs/output-store.ts";
import { isSessionName, undoFolder } from "../undo/undo-folder.ts";
import type { Workspace } from "./workspace.port.ts";

/** A file of the state, and what it is called in a backup. */
export interface KeptFile {
  readonly name: string;
  readonly path: string;
}

/**
 * Where a backup's files go, by the first part of their names: outputs are shared with the conversations of other
 * folders.
 */
export function placesBeside(workspace: Workspace) {
  return {
    undo: { path: undoFolder(workspace), how: "replace" },
    outputs: { path: join(workspace.stateDirectory, "outputs"), how: "add" },
  } as const;
}

/**
 * What stands in files beside the conversations of a folder: what undo needs of it, and their long outputs. Logs come
 * before the contents that they name, so that what is read first is there when it is read.
 */
export function* keptBeside(workspace: Workspace, conversations: readonly Conversation[]): Generator<KeptFile> {
  const { undo, outputs } = placesBeside(workspace);
  const sessions = namesIn(undo.path).filter(isSessionName);
  yield { name: "undo/numbers.json", path: join(undo.path, "numbers.json") };
  for (const session of sessions) yield* filesIn(join(undo.path, session), `undo/${session}`);
  for (const session of sessions) yield* filesIn(join(undo.path, session, "blobs"), `undo/${session}/blobs`);
  for (const conversation of conversations) {
    const folder = outputFolder(conversation);
    yield* filesIn(join(outputs.path, folder), `outputs/${folder}`);
  }
}

function* filesIn(folder: string, name: string): Generator<KeptFile> {
  for (const file of namesIn(folder)) if (file !== "blobs") yield { name: `${name}/${file}`, path: join(folder, file) };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.endsWith(".draft"));
  } catch {
    return [];
  }
}
