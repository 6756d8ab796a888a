import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { PolicyFile } from "@toolwright/workspace";
import { UsageError } from "../usage-error.ts";

/** Bytes. A longer policy was not written by a person. */
const MAX_BYTES = 1024 * 1024;

/** A policy as it lies on the disk. */
export interface FoundPolicy {
  readonly file: string;
  readonly text: string;
  readonly policy: PolicyFile;
}

/**
 * The policy in a file; undefined where there is no file. Throws a `UsageError` when it cannot be read or does not
 * parse.
 */
export async function readPolicyFile(file: string): Promise<FoundPolicy | undefined> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  const { parsePolicy } = await import("@toolwright/workspace");
  const parsed = parsePolicy(text);
  if (parsed.ok) return { file, text, policy: parsed.policy };
  throw new UsageError(`${file}: ${parsed.message} Mend it and try again.`);
}

async function readText(file: string): Promise<string | undefined> {
  const handle = await openFile(file);
  if (handle === undefined) return undefined;
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new UsageError(`${file} is not a file, so it cannot be a policy. Take it away.`);
    if (stat.size > MAX_BYTES) throw new UsageError(`${file} is longer than 1 MiB, so it cannot be a policy.`);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** Without waiting for a writer: a policy that a repository brings may be a pipe. */
async function openFile(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new UsageError(`The policy ${file} cannot be read, so nothing is run.`, { cause });
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR");
}
