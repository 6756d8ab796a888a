import { sha256 } from "../tracking/sha256.ts";
import type { FileStat, FilesPort } from "../workspace/files.port.ts";
import type { FileContent, LargeFile, StandingContent } from "./file-change.ts";

/** Bytes: a larger file is not held. A text that is to be searched is a string, which Node lets grow to 512 MiB. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;

/** True for the bytes of a regular file. */
export function isBytes(content: StandingContent | "other" | undefined): content is Uint8Array {
  return content instanceof Uint8Array;
}

/** True for a regular file that is too large to be held. */
export function isLarge(content: StandingContent | "other" | undefined): content is LargeFile {
  return typeof content === "object" && "mark" in content;
}

/** True for a regular file of any size. */
export function isFile(content: StandingContent | "other" | undefined): content is Uint8Array | LargeFile {
  return isBytes(content) || isLarge(content);
}

/** A hash that tells contents apart, a link from a file with the same text too; null for nothing. */
export function contentHash(content: StandingContent | undefined): string | null {
  if (content === undefined) return null;
  if (isLarge(content)) return content.mark;
  return isBytes(content) ? sha256(content) : `${LINK}${sha256(new TextEncoder().encode(content.target))}`;
}

/** True for the hash of a link. */
function isLinkHash(hash: string | null): boolean {
  return hash?.startsWith(LINK) === true;
}

/** True for the hash of a file that is too large to be held. */
export function isLargeHash(hash: string | null): boolean {
  return hash?.startsWith(LARGE) === true;
}

/** What stands at a path now; `other` for a directory, device, socket or FIFO. */
export async function contentAt(files: FilesPort, path: string): Promise<StandingContent | "other" | undefined> {
  const stat = await files.stat(path, { noFollow: true });
  if (stat === undefined) return undefined;
  if (stat.kind === "link") return { target: await files.readLink(path) };
  if (stat.kind !== "file") return "other";
  return stat.size > MAX_HELD_BYTES ? { mark: markOf(stat) } : files.read(path);
}

/** It stays the same where the file is given another name. */
function markOf({ size, mtimeNs, ino }: FileStat): string {
  return `${LARGE}${size}-${mtimeNs}-${ino}`;
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
const LARGE = "large:";
