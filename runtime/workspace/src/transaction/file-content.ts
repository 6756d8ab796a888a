import { sha256 } from "../tracking/sha256.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { FileContent } from "./file-change.ts";

/** True for the bytes of a regular file. */
export function isBytes(content: FileContent | "other" | undefined): content is Uint8Array {
  return content instanceof Uint8Array;
}

/** A hash that tells contents apart, a link from a file with the same text too; null for nothing. */
export function contentHash(content: FileContent | undefined): string | null {
  if (content === undefined) return null;
  return isBytes(content) ? sha256(content) : `${LINK}${sha256(new TextEncoder().encode(content.target))}`;
}

/** True for the hash of a link. */
export function isLinkHash(hash: string | null): boolean {
  return hash?.startsWith(LINK) === true;
}

/** What stands at a path now; `other` for a directory, device, socket or FIFO. */
export async function contentAt(files: FilesPort, path: string): Promise<FileContent | "other" | undefined> {
  const stat = await files.stat(path, { noFollow: true });
  if (stat === undefined) return undefined;
  if (stat.kind === "link") return { target: await files.readLink(path) };
  return stat.kind === "file" ? files.read(path) : "other";
}

/** The hash of what stands at a path now. */
export async function hashAt(files: FilesPort, path: string): Promise<string | null> {
  const content = await contentAt(files, path);
  return content === "other" ? "other" : contentHash(content);
}

/** The content as bytes that {@link fromImage} reads back. */
export function toImage(content: FileContent): Uint8Array {
  return isBytes(content) ? content : new TextEncoder().encode(content.target);
}

/** A content from its bytes and its hash. */
export function fromImage(bytes: Uint8Array, hash: string | null): FileContent {
  return isLinkHash(hash) ? { target: new TextDecoder().decode(bytes) } : bytes;
}

const LINK = "link:";
