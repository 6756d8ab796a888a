import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { FileError } from "../workspace/file-error.ts";
import type { ByteRange, WriteOptions } from "../workspace/files.port.ts";
import { toFileError } from "./file-errors.ts";

const { O_RDONLY, O_WRONLY, O_NONBLOCK, O_NOFOLLOW, O_CREAT, O_EXCL, O_TRUNC, O_APPEND } = constants;

const PIECE = 64 * 1024;

/** So many bytes are read at once: to wait for each piece takes longer than to read it. */
const READ = 4 * PIECE;

/** The bytes of a regular file, or of a range of it. */
export async function readBytes(path: string, range?: ByteRange): Promise<Uint8Array> {
  await using handle = await openRegular(path);
  if (range === undefined) return plain(await handle.readFile());
  const bytes = Buffer.alloc(Math.min(range.length, Math.max(0, (await handle.stat()).size - range.offset)));
  return plain(bytes.subarray(0, await fill(handle, bytes, range.offset)));
}

/** A regular file in pieces of at most 64 KiB; `opening` says where it is opened. */
export async function* streamBytes(
  opening: (open: (at: string) => Promise<FileHandle>) => Promise<FileHandle>,
): AsyncGenerator<Uint8Array> {
  try {
    await using handle = await opening(openRegular);
    while (true) {
      // Nothing but what was read is given out: it need not be zeros before.
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(READ), 0, READ, null);
      if (bytesRead === 0) return;
      for (let at = 0; at < bytesRead; at += PIECE) yield plain(buffer.subarray(at, Math.min(at + PIECE, bytesRead)));
    }
  } catch (error) {
    throw toFileError(error);
  }
}

/** Creates a file, or overwrites it in place, or adds to it. */
export async function writeBytes(path: string, bytes: Uint8Array, options: WriteOptions = {}): Promise<void> {
  await refuseSpecial(path, options.exclusive === true ? "write-new" : "write");
  const kept = options.exclusive === true ? O_EXCL : options.append === true ? O_APPEND : O_TRUNC;
  const flags = O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CREAT | kept;
  await using handle = await open(path, flags, options.mode ?? 0o666);
  await handle.writeFile(bytes);
  if (options.mode !== undefined) await handle.chmod(options.mode);
  if (options.sync === true) await handle.sync();
}

/** Permission bits of a file or directory, never through a link. */
export async function setMode(path: string, mode: number): Promise<void> {
  await using handle = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  await handle.chmod(mode);
}

/** Flushes a directory's entries to the disk. */
export async function syncDirectory(path: string): Promise<void> {
  await using handle = await open(path, O_RDONLY);
  await handle.sync();
}

/**
 * Looked at before it is opened, because opening a device or a FIFO can do something; and again after, because it can
 * change.
 */
async function openRegular(path: string): Promise<FileHandle> {
  await refuseSpecial(path, "read");
  const handle = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new FileError("NOT_REGULAR");
}

async function refuseSpecial(path: string, purpose: "read" | "write" | "write-new"): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (purpose !== "read") return undefined;
    throw toFileError(error);
  });
  if (found === undefined) return;
  if (purpose === "write-new") throw new FileError("EXISTS");
  if (found.isSymbolicLink()) throw new FileError("IS_LINK");
  if (found.isDirectory()) throw new FileError("IS_DIRECTORY");
  if (!found.isFile()) throw new FileError("NOT_REGULAR");
}

/** Not Node's own kind of bytes, whose `slice` shares memory. */
function plain(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function fill(handle: FileHandle, bytes: Buffer, offset: number): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
