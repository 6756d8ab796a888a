import type { FileChange } from "../transaction/file-change.ts";
import { contentHash, isBytes } from "../transaction/file-content.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { FileState, LoggedFile } from "./log-line.ts";

/** A change that has not been made yet, as the log has it. */
export async function loggedFile(files: FilesPort, change: FileChange): Promise<LoggedFile> {
  const { path, before, after, mode } = change;
  const stat = isBytes(before) ? await files.stat(path, { noFollow: true }) : undefined;
  return {
    path,
    before: stateOf(contentHash(before), stat?.mode),
    after: stateOf(contentHash(after), isBytes(after) ? (mode ?? stat?.mode) : undefined),
  };
}

function stateOf(hash: string | null, mode: number | undefined): FileState {
  if (hash === null) return null;
  return mode === undefined ? { hash } : { hash, mode };
}
