import type { FileChange, FileContent } from "../transaction/file-change.ts";
import { contentHash, isBytes } from "../transaction/file-content.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { FileState, LoggedFile } from "./log-line.ts";

/** Whether a content that stands or will stand at a path holds a secret. */
export type HoldsSecret = (content: FileContent, path: string) => boolean;

/** A change that has not been made yet, as the log has it. */
export async function loggedFile(files: FilesPort, change: FileChange, holds: HoldsSecret): Promise<LoggedFile> {
  const { path, before, after, mode } = change;
  const stat = isBytes(before) ? await files.stat(path, { noFollow: true }) : undefined;
  const isSecret = (content: FileContent | undefined): boolean => content !== undefined && holds(content, path);
  return {
    path,
    before: stateOf(before, { mode: stat?.mode, secret: isSecret(before) }),
    after: stateOf(after, { mode: isBytes(after) ? (mode ?? stat?.mode) : undefined, secret: isSecret(after) }),
  };
}

/** A content as the log has it. */
export function stateOf(
  content: FileContent | undefined,
  { mode, secret }: { readonly mode: number | undefined; readonly secret: boolean },
): FileState {
  const hash = contentHash(content);
  if (hash === null) return null;
  return { hash, ...(mode === undefined ? {} : { mode }), ...(secret ? { secret } : {}) };
}
