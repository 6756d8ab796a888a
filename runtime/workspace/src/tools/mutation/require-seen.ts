import { ToolError, type ToolResult } from "@toolwright/core";
import { failure } from "@toolwright/core/internal";
import { decodeTextFile } from "@toolwright/edits";
import type { CurrentFile, DifferingLines } from "../../tracking/seen-files.ts";
import { sha256 } from "../../tracking/sha256.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";
import { CONTENT_BYTES, type ShownContent, showContent } from "./show-content.ts";
import type { HeldFiles } from "./with-files.ts";

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
  /** The line that would be changed, from 1: of a large file those around it are shown. */
  readonly line?: number | undefined;
}

/**
 * Undefined when the agent knows each of the files as it is now. Else the refusal, with the reason `NOT_READ` or
 * `STALE`. It shows the files as `read` would, where `read` would not ask, and from the next step on they count as
 * read.
 */
export async function requireSeen(
  held: HeldFiles,
  requirements: readonly SeenRequirement[],
): Promise<ToolResult | undefined> {
  const unknown = requirements.flatMap((requirement) => unknownOf(held, requirement) ?? []);
  const [first] = unknown;
  if (first === undefined) return undefined;
  const messages: string[] = [];
  const contents: string[] = [];
  let left = CONTENT_BYTES;
  for (const file of unknown) {
    const content = await contentOf(held, file, left);
    messages.push(
      content === undefined ? unshownOf(file, held) : `${file.because}, so nothing was changed. ${file.shown}`,
    );
    if (content === undefined) continue;
    contents.push(content.text);
    left -= Buffer.byteLength(content.text);
    held.seen.record(file.path.real, file.current, content.complete, held.step);
  }
  return refusal(first.reason, messages, contents);
}

/** What is said where the content is not shown: advice to read it is none where nothing reads. */
function unshownOf({ because, unshown, isShown }: UnknownFile, { canRead }: HeldFiles): string {
  return canRead || isShown ? unshown : `${because}, and there is no tool read here, so nothing was changed.`;
}

/** A file that the agent does not know as it is. */
interface UnknownFile extends SeenRequirement {
  readonly reason: string;
  /** What is wrong, as the beginning of a sentence. */
  readonly because: string;
  /** What to do where the content is shown, and all that is said where it is not. */
  readonly shown: string;
  readonly unshown: string;
  /** The agent knows all of the file but for these lines. */
  readonly lines?: DifferingLines | undefined;
  /** It will be shown, or was, without this refusal. */
  readonly isShown?: true;
}

const READ_NOW = "It is read now, as shown below. Make the same call again, or a corrected one.";

/** Undefined when nothing stands in the way. */
function unknownOf({ seen, step }: HeldFiles, requirement: SeenRequirement): UnknownFile | undefined {
  const { path, current, doing, expectedHash, allows } = requirement;
  const { shown } = path;
  if (expectedHash !== undefined) return otherHash(seen, requirement, expectedHash);
  if (current.bytes.length === 0) return undefined;
  const freshness = seen.check(path.real, current, step);
  if (freshness.kind === "stale") {
    const because = `${shown} changed on disk since you read it${describe(freshness.lines)}`;
    const lines = seen.knowsAll(path.real) === true ? freshness.lines : undefined;
    return { ...requirement, reason: "STALE", because, shown: READ_NOW, unshown: `${because}. Read it again.`, lines };
  }
  if (freshness.kind === "shown_now") {
    const unshown = `${shown} was shown only now, by the refusal of another call of this step. Make the call again.`;
    return { ...requirement, reason: "NOT_READ", because: "", shown: "", unshown, isShown: true };
  }
  if (freshness.kind === "unseen" && !allows.unseen) return notRead(requirement, READ_NOW);
  if (freshness.kind !== "fresh" || freshness.complete || allows.partial) return undefined;
  const because = `Only a part of ${shown} was read before ${doing} it`;
  const unshown = `You have read only a part of ${shown}. Read all of it before ${doing} it.`;
  return { ...requirement, reason: "NOT_READ", because, shown: READ_NOW, unshown };
}

/** The hash that the file has is told nobody: with it the file would be overwritten by an agent that never saw it. */
function otherHash(seen: HeldFiles["seen"], requirement: SeenRequirement, expected: string): UnknownFile | undefined {
  const { path, current } = requirement;
  if (sha256(current.bytes) === expected.trim().toLowerCase()) return undefined;
  const shown = "It is read now, as shown below. Make the call again without expected_hash.";
  if (seen.knowsAll(path.real) === undefined) return notRead(requirement, shown);
  const because = `${path.shown} does not have the expected_hash`;
  return { ...requirement, reason: "STALE", because, shown, unshown: `${because}. Read it again.` };
}

function notRead(requirement: SeenRequirement, shown: string): UnknownFile {
  requireText(requirement);
  const { path, doing } = requirement;
  const because = `${path.shown} was not read before ${doing} it`;
  const unshown = `Read ${path.shown} before ${doing} it.`;
  return { ...requirement, reason: "NOT_READ", because, shown, unshown };
}

/** What is no text cannot be read first: saying so again and again would help nobody. */
function requireText({ path: { shown }, current }: SeenRequirement): void {
  const decoded = decodeTextFile(current.bytes);
  if (decoded.ok) return;
  const instead = "Use bash to replace, move or delete it.";
  throw new ToolError(`${decoded.reason} ${shown} is no text that can be read first. ${instead}`, {
    reason: decoded.reason,
  });
}

function describe(lines: DifferingLines | undefined): string {
  if (lines === undefined) return "";
  const { first, last } = lines;
  if (last < first) return ` (lines were removed before line ${first})`;
  return first === last ? ` (line ${first} differs)` : ` (lines ${first}-${last} differ)`;
}

/** Undefined where it may not be shown, or where as much of it as there is room for would not let the call through. */
async function contentOf(held: HeldFiles, file: UnknownFile, room: number): Promise<ShownContent | undefined> {
  const { path, current, lines, line, allows } = file;
  if (file.isShown || !held.canRead || !decodeTextFile(current.bytes).ok || !(await held.readsUnasked(path)))
    return undefined;
  const content = await showContent({ path, current, lines, line: allows.partial ? line : undefined }, room);
  return content !== undefined && (content.complete || allows.partial) ? content : undefined;
}

/** One line for people and logs; the model reads the contents, too. */
function refusal(reason: string, messages: readonly string[], contents: readonly string[]): ToolResult {
  const result = failure({ code: "execution_failed", reason, message: `${reason} ${messages.join(" ")}` });
  if (contents.length === 0 || result.output.type !== "text") return result;
  return { ...result, output: { type: "text", text: [result.output.text, ...contents].join("\n") } };
}

/** Throws when a hash was given for a file that is not there. */
export function requireExisting({ shown }: ResolvedPath, current: CurrentFile | undefined, hash?: string): void {
  if (current !== undefined || hash === undefined) return;
  throw new ToolError(`NOT_FOUND ${shown} does not exist, but expected_hash was given.`, { reason: "NOT_FOUND" });
}
