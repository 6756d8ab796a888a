import type { FileContent } from "../transaction/file-change.ts";
import { toImage } from "../transaction/file-content.ts";

/** In bytes, for all workspaces of this process together; the oldest go first. */
const MAX_BYTES = 50_000_000;

/** By the file that would hold them: contents with a secret, which no file may hold. */
const contents = new Map<string, FileContent>();
let total = 0;

/** Keeps a content for as long as this process lives. */
export function keepInMemory(path: string, content: FileContent): void {
  forgetInMemory(path);
  contents.set(path, content);
  total += toImage(content).length;
  for (const oldest of contents.keys()) {
    if (total <= MAX_BYTES) return;
    forgetInMemory(oldest);
  }
}

/** What this process keeps for a path. */
export function keptInMemory(path: string): FileContent | undefined {
  return contents.get(path);
}

/** Forgets what is kept for a path. */
export function forgetInMemory(path: string): void {
  const content = contents.get(path);
  if (content === undefined) return;
  contents.delete(path);
  total -= toImage(content).length;
}
