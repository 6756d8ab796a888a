import { ToolError } from "@toolwright/core";
import { cutStart } from "@toolwright/core/internal";
import { decodeTextFile, numberedLine, textLines } from "@toolwright/edits";
import type { CurrentFile, DifferingLines, SeenFiles } from "../../tracking/seen-files.ts";
import { sha256 } from "../../tracking/sha256.ts";
import { FileError } from "../../workspace/file-error.ts";
import type { FilesPort } from "../../workspace/files.port.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";

/** What a change asks of the agent that makes it. */
export interface SeenRequirement {
  readonly path: ResolvedPath;
  readonly current: CurrentFile;
  /** For the message: `Read src/a.ts before editing it.` */
  readonly doing: "editing" | "overwriting" | "patching" | "deleting" | "moving";
  /** The hash that the agent gave: it stands for having read the file. */
  readonly expectedHash?: string | undefined;
  /** What may be done without having read the file, or all of it. */
  readonly allows: { readonly unseen: boolean; readonly partial: boolean };
}

/** Lines shown around those that differ, and at most in all. */
const MARGIN = 2;
const MAX_SHOWN = 40;

/** Throws a `ToolError` with the reason `NOT_READ` or `STALE` unless the agent knows the file as it is now. */
export function requireSeen(seen: SeenFiles, requirement: SeenRequirement): void {
  const { path, current, doing, expectedHash, allows } = requirement;
  if (expectedHash !== undefined) requireHash(path, current, expectedHash);
  if (expectedHash !== undefined || current.bytes.length === 0) return;
  const freshness = seen.check(path.real, current);
  if (freshness.kind === "stale") throw stale(path, current, freshness.lines);
  if (freshness.kind === "unseen" && !allows.unseen) throw unseen(path, current, doing);
  if (freshness.kind === "fresh" && !freshness.complete && !allows.partial) {
    throw notRead(`You have read only a part of ${path.shown}. Read all of it before ${doing} it.`);
  }
}

/** Throws when a hash was given for a file that is not there. */
export function requireExisting({ shown }: ResolvedPath, current: CurrentFile | undefined, hash?: string): void {
  if (current !== undefined || hash === undefined) return;
  throw new ToolError(`NOT_FOUND ${shown} does not exist, but expected_hash was given.`, { reason: "NOT_FOUND" });
}

function requireHash({ shown }: ResolvedPath, { bytes }: CurrentFile, expected: string): void {
  const now = sha256(bytes);
  if (now === expected.trim().toLowerCase()) return;
  const message = `STALE ${shown} does not have the expected_hash; its SHA-256 is ${now}. Read it again.`;
  throw new ToolError(message, { reason: "STALE" });
}

/** What is no text cannot be read first: saying so again and again would help nobody. */
function unseen({ shown }: ResolvedPath, { bytes }: CurrentFile, doing: SeenRequirement["doing"]): ToolError {
  const decoded = decodeTextFile(bytes);
  if (decoded.ok) return notRead(`Read ${shown} before ${doing} it.`);
  const instead = "Use bash to replace, move or delete it.";
  return new ToolError(`${decoded.reason} ${shown} is no text that can be read first. ${instead}`, {
    reason: decoded.reason,
  });
}

function notRead(message: string): ToolError {
  return new ToolError(`NOT_READ ${message}`, { reason: "NOT_READ" });
}

function stale({ shown }: ResolvedPath, current: CurrentFile, lines: DifferingLines | undefined): ToolError {
  const where = lines === undefined ? "" : ` (${describe(lines)})`;
  const message = `STALE ${shown} changed on disk since you read it${where}. Read it again.`;
  const region = lines === undefined ? "" : freshRegion(current, lines);
  return new ToolError(region === "" ? message : `${message} It now reads:\n${region}`, { reason: "STALE" });
}

function describe({ first, last }: DifferingLines): string {
  if (last < first) return `lines were removed before line ${first}`;
  return first === last ? `line ${first} differs` : `lines ${first}-${last} differ`;
}

function freshRegion({ bytes }: CurrentFile, { first, last }: DifferingLines): string {
  const decoded = decodeTextFile(bytes);
  if (!decoded.ok) return "";
  const lines = textLines(decoded.file.text);
  const from = Math.max(1, first - MARGIN);
  const to = Math.min(lines.count, last + MARGIN);
  const shown: string[] = [];
  for (let number = from; number <= to && shown.length < MAX_SHOWN; number += 1) {
    shown.push(numberedLine(number, cutStart(lines.line(number - 1), 500)));
  }
  if (to - from + 1 > MAX_SHOWN) shown.push("…");
  return shown.join("\n");
}

/** Larger files are not changed by these tools, because the old content is kept until the new one is safe (bytes). */
const MAX_BYTES = 64 * 1024 * 1024;

/** The file at a path; undefined when nothing is there. Throws a `ToolError` for anything but a regular file. */
export async function currentFile(files: FilesPort, { real, shown }: ResolvedPath): Promise<CurrentFile | undefined> {
  const stat = await files.stat(real);
  if (stat === undefined) return undefined;
  if (stat.kind === "directory") throw new ToolError(`IO ${shown} is a directory.`, { reason: "IO" });
  if (stat.kind !== "file") throw new ToolError(`IO ${shown} is not a regular file.`, { reason: "IO" });
  if (stat.size > MAX_BYTES) {
    throw new ToolError(`TOO_LARGE ${shown} has ${stat.size} bytes. Use bash.`, { reason: "TOO_LARGE" });
  }
  return { bytes: await bytesOf(files, { real, shown }), stat };
}

async function bytesOf(files: FilesPort, { real, shown }: Pick<ResolvedPath, "real" | "shown">): Promise<Uint8Array> {
  try {
    return await files.read(real);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ToolError(`IO ${shown} ${error.message}.`, { reason: "IO", cause: error });
  }
}
