import type { Secret } from "@toolwright/core/types";
import type { FileChange, FileContent } from "../transaction/file-change.ts";
import { contentHash, isBytes } from "../transaction/file-content.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { FileState, LoggedFile } from "./session-log.ts";

/** The secret that a content at a path is sealed with. */
export type SealedWith = (content: FileContent | undefined, path: string) => Pick<Secret, "name"> | undefined;

/** A change that has not been made yet, as the log has it. */
export async function loggedFile(files: FilesPort, change: FileChange, sealedWith: SealedWith): Promise<LoggedFile> {
  const { path, before, after, mode } = change;
  const stat = isBytes(before) ? await files.stat(path, { noFollow: true }) : undefined;
  const modeAfter = isBytes(after) ? (mode ?? stat?.mode) : undefined;
  return {
    path,
    before: stateOf(before, { mode: stat?.mode, secret: sealedWith(before, path) }),
    after: stateOf(after, { mode: modeAfter, secret: sealedWith(after, path) }),
  };
}

/** A content as the log has it. */
export function stateOf(
  content: FileContent | undefined,
  { mode, secret }: { readonly mode: number | undefined; readonly secret: Pick<Secret, "name"> | undefined },
): FileState {
  const hash = contentHash(content);
  if (hash === null) return null;
  return { hash, ...(mode === undefined ? {} : { mode }), ...(secret && { sealed: secret.name }) };
}
