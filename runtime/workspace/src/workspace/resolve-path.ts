import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type ToolContext, ToolError } from "@toolwright/core";
import { uriDecoded } from "@toolwright/core/internal";
import { FileError } from "./file-error.ts";
import { FILE_GUARD, type FileAccess } from "./file-guard.port.ts";
import { isInside } from "./is-inside.ts";
import type { Workspace } from "./workspace.port.ts";

/** A path that lies inside the workspace, judged both as written and with its links resolved. */
export interface ResolvedPath {
  /** With every link resolved: what `FilesPort` is given. */
  readonly real: string;
  /** As written, made absolute. */
  readonly lexical: string;
  /** As written, relative to the root (`.` is the root itself): what is shown. */
  readonly shown: string;
  readonly exists: boolean;
}

/** As many links in a row as Linux follows (`MAXSYMLINKS`). */
const MAX_LINKS = 40;

/**
 * Turns what a model wrote into a path inside the workspace; the path need not exist.
 * Relative to `base` (default: the root) or absolute; one leading `@` is dropped, `~` is the home directory.
 * Throws a `ToolError`, `security_violation` when the path or what it links to is outside.
 */
export async function resolvePath(workspace: Workspace, given: string, base = workspace.root): Promise<ResolvedPath> {
  try {
    return await resolved(workspace, given, base);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ToolError(`${given} ${error.message}.`, { code: "user_error", reason: "IO", cause: error });
  }
}

async function resolved(workspace: Workspace, given: string, base: string): Promise<ResolvedPath> {
  const path = checked(workspace, given);
  const lexical = await withoutMention(workspace, expand(workspace, path, base), base);
  const exact = await judge(workspace, given, lexical);
  if (exact.exists) return exact;
  for (const variant of pathVariants(lexical)) {
    if (!isInside(workspace.root, variant)) continue;
    const other = await judge(workspace, given, variant);
    if (other.exists) return other;
  }
  return exact;
}

function checked({ root }: Workspace, given: string): string {
  if (given.trim() === "")
    throw new ToolError("The path is empty.", { code: "user_error", suggestion: "Give a path." });
  if (given.includes("\0")) throw new ToolError("The path holds a NUL character.", { code: "user_error" });
  const [, rest] = FILE_ADDRESS.exec(given) ?? [];
  if (rest !== undefined) throw isAddress(given, root, uriDecoded(rest));
  return given;
}

/** Taken as a path it would name a folder that is called `file:`. */
const FILE_ADDRESS = /^\s*file:\/{1,2}(?:localhost(?=\/))?(.*)$/is;

function isAddress(given: string, root: string, path: string): ToolError {
  const meant = isInside(root, path) ? relative(root, path) : path.replace(/^\/+/, "");
  return new ToolError(`${given} is an address and no path.`, {
    code: "user_error",
    suggestion: `Send the path: ${JSON.stringify(meant === "" ? "." : meant)}.`,
  });
}

function expand(workspace: Workspace, given: string, base: string): string {
  if (given === "~" || given.startsWith("~/")) return resolve(workspace.home, given.slice(2));
  if (given === "@~" || given.startsWith("@~/")) return resolve(workspace.home, given.slice(3));
  return resolve(base, given.startsWith("@/") ? given.slice(1) : given);
}

/** `@src/a.ts` means `src/a.ts`, unless the folder really has an entry called `@src`. */
async function withoutMention(workspace: Workspace, lexical: string, base: string): Promise<string> {
  const first = relative(base, lexical).split(sep)[0] ?? "";
  if (!first.startsWith("@") || first === "@") return lexical;
  if ((await workspace.files.stat(join(base, first), { noFollow: true })) !== undefined) return lexical;
  return join(base, relative(base, lexical).slice(1));
}

async function judge(workspace: Workspace, given: string, lexical: string): Promise<ResolvedPath> {
  if (!isInside(workspace.root, lexical)) throw outside(given);
  const { real, exists } = await realOf(workspace, lexical, 0);
  if (!isInside(workspace.root, real)) throw outside(given);
  return { real, lexical, shown: relative(workspace.root, lexical) || ".", exists };
}

/**
 * The real path of the nearest ancestor that exists, and the rest as written. A dangling link counts as where it
 * points.
 */
async function realOf(workspace: Workspace, path: string, links: number): Promise<{ real: string; exists: boolean }> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const real = await workspace.files.realPath(at);
    if (real !== undefined) return { real: join(real, ...missing), exists: missing.length === 0 };
    const target = await danglingTarget(workspace, at);
    if (target !== undefined) {
      if (links >= MAX_LINKS) throw new ToolError("The path is a circle of links.", { code: "user_error" });
      const followed = await realOf(workspace, target, links + 1);
      return { real: join(followed.real, ...missing), exists: false };
    }
    if (at === dirname(at)) return { real: path, exists: false };
    missing.unshift(basename(at));
  }
}

async function danglingTarget(workspace: Workspace, path: string): Promise<string | undefined> {
  const stat = await workspace.files.stat(path, { noFollow: true });
  if (stat?.kind !== "link") return undefined;
  return resolve(dirname(path), await workspace.files.readLink(path));
}

function outside(given: string): ToolError {
  return new ToolError(`${given} is outside the workspace and cannot be reached.`, {
    code: "security_violation",
    suggestion: 'The workspace is ".". Use a path below it, without "/" or "../" in front.',
  });
}

/**
 * Other spellings under which a file may be stored: composed and decomposed accents, a curly apostrophe for a straight
 * one, and the narrow no-break space (U+202F) that macOS puts before AM and PM. Without the path itself.
 */
export function pathVariants(path: string): readonly string[] {
  const forms = [path, path.normalize("NFC"), path.normalize("NFD")];
  const quotes = forms.flatMap((form) => [form, form.replaceAll("'", "\u2019")]);
  const spaces = quotes.flatMap((form) => [form, form.replace(/ (?=[AP]M\b)/gu, "\u202F")]);
  const variants = new Set(spaces);
  variants.delete(path);
  return [...variants];
}

/** Who opens what. */
export interface PathOpening {
  readonly ctx: Pick<ToolContext, "resolve">;
  readonly workspace: Workspace;
  readonly access: FileAccess;
}

/**
 * Resolves what a model wrote, like {@link resolvePath}, and judges where it leads by now: while a person was asked, a
 * link may have been put on the way. Throws a `ToolError`, `security_violation` when the real path is one that may not
 * be opened.
 */
export async function judgedPath({ ctx, workspace, access }: PathOpening, given: string): Promise<ResolvedPath> {
  const [path, guard] = await Promise.all([resolvePath(workspace, given), ctx.resolve(FILE_GUARD)]);
  const refused = await guard.refuses?.(access, path);
  if (refused === undefined) return path;
  throw new ToolError(`${path.shown} was not opened: ${refused}`, { code: "security_violation" });
}
