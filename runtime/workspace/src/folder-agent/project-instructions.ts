import { join } from "node:path";
import { createScrubber, type Policy, type RunnerOptions } from "@toolwright/core";
import { cutToBytes } from "@toolwright/core/internal";
import { FILE_GUARD, type FileGuard } from "../workspace/file-guard.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";

/** The files that tell an agent about a folder, the first one that is there: https://agents.md, and Claude Code's. */
const FILES = ["AGENTS.md", "CLAUDE.md"] as const;

/** Of such a file, in bytes: every request to the model brings it. */
const MAX_BYTES = 32 * 1024;
/** A larger one is something else, and not opened. */
const MAX_OPENED = 1024 * 1024;

/** What the folder's own file says. */
export interface ProjectInstructions {
  /** A paragraph for a model; undefined where there is no such file. */
  readonly instruction?: string;
  /** Relative to the folder; undefined where there was none. */
  readonly file?: string;
}

/** Where such a file is looked for, and what of it may be shown. */
export interface ProjectFacts {
  readonly workspace: Workspace;
  /** A file that a rule denies, or would ask about, is not read. */
  readonly policy: Policy;
  readonly secrets: NonNullable<RunnerOptions["secrets"]>;
}

/**
 * Reads what the folder says to models; a link is not followed. It is the word of whoever wrote the folder: rules and
 * questions stay as they are.
 */
export async function projectInstructions(facts: ProjectFacts): Promise<ProjectInstructions> {
  const { files, root } = facts.workspace;
  const entries = await files.list(root).catch(() => []);
  const file = FILES.find((name) => entries.some((entry) => entry.name === name && entry.kind === "file"));
  const text = file === undefined ? "" : await textOf(join(root, file), facts);
  return file === undefined || text === "" ? {} : { instruction: `${file} of this folder says:\n\n${text}`, file };
}

async function textOf(path: string, { workspace: { files }, policy, secrets }: ProjectFacts): Promise<string> {
  const guard: FileGuard | undefined = guardOf(policy);
  if (guard !== undefined && !(await guard.mayRead(path))) return "";
  const stat = await files.stat(path).catch(() => undefined);
  if (stat === undefined || stat.size > MAX_OPENED) return "";
  const text = new TextDecoder().decode(await files.read(path).catch(() => new Uint8Array())).trim();
  const masked = createScrubber(secrets).text(text);
  const cut = cutToBytes(masked, MAX_BYTES);
  return cut.length === masked.length ? cut : `${cut}\n[The rest is left out: read the file.]`;
}

/** What a policy says of files; undefined for one that says nothing. */
export function guardOf({ provides }: Policy): FileGuard | undefined {
  const guard: unknown = provides?.get(FILE_GUARD.id)?.();
  return isGuard(guard) ? guard : undefined;
}

function isGuard(value: unknown): value is FileGuard {
  return typeof value === "object" && value !== null && "mayRead" in value && typeof value.mayRead === "function";
}
