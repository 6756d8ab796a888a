import { join } from "node:path";
import {
  defineTool,
  type Json,
  type Part,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolResult,
} from "@toolwright/core";
import { aCount, checkOptions, plainResult, present } from "@toolwright/core/internal";
import { z } from "zod";
import { filesOfGlob } from "../../search/files-of-glob.ts";
import { SEEN_FILES, type SeenFiles } from "../../tracking/seen-files.ts";
import { recoverOnce } from "../../transaction/recover-changes.ts";
import { judgedPath, type PathOpening, type ResolvedPath } from "../../workspace/resolve-path.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { anyOffset, boundedInt, boundedList } from "../bounded.ts";
import { calledAlso } from "../called-also.ts";
import { showing } from "../showing.ts";
import { type ReadBlock, readBlock, tooMuch } from "./read-block.ts";

/** How much is read at once. */
export interface ReadToolOptions {
  /** Tokens, at four characters each, of the lines that a call asks for. More is refused. Default 25,000. */
  readonly maxTokens?: number | undefined;
}

interface ReadInput {
  readonly file_paths: readonly string[];
  readonly limit: number;
  readonly offset: number;
  readonly end_line?: number | undefined;
}

const CHARACTERS_PER_TOKEN = 4;

/** Of 50 KiB, what is left for the lines of all files after headers and notes. */
const MAX_BYTES = 50 * 1024 - 1024;

/** A file after many others still shows its first lines. */
const MIN_BYTES = 256;

/** `read`: numbered lines of files of the workspace, images, the entries of directories. */
export function readTool(options: ReadToolOptions = {}): Tool {
  checkOptions<ReadToolOptions>(options, { of: "readTool", rules: { maxTokens: aCount(1) } });
  const { maxTokens = 25_000 } = options;
  const tool = defineTool({
    name: "read",
    description: "Read text files with line numbers, images, directories.",
    input: z.object({
      file_paths: boundedList(z.string(), { most: 50 }),
      limit: boundedInt({ least: 0, most: Number.MAX_SAFE_INTEGER }).default(2_000).describe("lines per file, 0 = all"),
      offset: anyOffset().default(1).describe("first line"),
      end_line: z.int().optional(),
    }),
    emptyIsAbsent: ["end_line"],
    aliases: {
      file_paths: ALIASES.split(" "),
      limit: ["n_lines", "num_lines", "max_lines", "line_count", "lines"],
      offset: ["start_line", "startLine", "line_offset", "start", "from_line"],
      end_line: ["endLine", "end", "to_line"],
    },
    insteadOf: toRead(
      "cat view open head show view_file open_file cat_file show_file get_file get_file_content " +
        "get_file_contents load_file file_read",
    ),
    effects: "read",
    allowlist: "all",
    boundsOutput: true,
    async execute(input, ctx) {
      requireOrder(input);
      const workspace = await ctx.resolve(WORKSPACE);
      await recoverOnce(workspace, ctx.logger);
      const blocks = await readAll({ ctx, workspace, access: "read" }, input);
      const failed = blocks.filter((block) => block.kind === "failed");
      const [first] = failed;
      if (first !== undefined && failed.length === blocks.length) throw first.error;
      const tokens = Math.ceil(blocks.reduce((sum, block) => sum + wantedCharacters(block), 0) / CHARACTERS_PER_TOKEN);
      if (tokens > maxTokens) throw tooMuch(tokens, maxTokens);
      remember(await ctx.resolve(SEEN_FILES), blocks);
      return toResult(blocks);
    },
  });
  // For models that know it from elsewhere.
  return showing(tool, (name) => name !== "end_line");
}

/** A file that is opened to be written is not read. */
function toRead(names: string): ReturnType<typeof calledAlso> {
  const known = calledAlso(names);
  return (name, given) => {
    const { mode, ...rest } = given;
    if (typeof mode !== "string") return known(name, given);
    return /^r[bt]?$/.test(mode) ? known(name, rest) : undefined;
  };
}

/** What other tool systems call the paths, or the one path. */
const ALIASES =
  "file_path path paths filePath filePaths filepath file files filename file_name filenames absolute_path target_file";

/** Who reads, in which call. */
interface Reading extends PathOpening {
  readonly ctx: Pick<ToolContext, "resolve" | "signal">;
}

/** Every path is judged before the first is read; what the first ones take is not left for the others. */
async function readAll(opening: Reading, input: ReadInput): Promise<ReadBlock[]> {
  const { file_paths: given, offset } = input;
  const limit = limitOf(input);
  const paths: (ResolvedPath | ReadBlock)[] = [];
  for (const path of given) paths.push(...(await meantBy(opening, await judgedOrFailed(opening, path))));
  const blocks: ReadBlock[] = [];
  let left = MAX_BYTES;
  for (const path of paths) {
    const wanted = { offset, limit, maxBytes: Math.max(MIN_BYTES, left) };
    const block = "kind" in path ? path : await readBlock(opening, path, wanted);
    blocks.push(block);
    left -= Buffer.byteLength(textOf(block));
  }
  return blocks;
}

/** How many files a glob in the place of a path stands for. */
const MAX_OF_GLOB = 20;

/** The path itself; where no file has that name and it is a glob, the files that fit it. */
async function meantBy(
  opening: Reading,
  path: ResolvedPath | ReadBlock,
): Promise<readonly (ResolvedPath | ReadBlock)[]> {
  const files = "kind" in path ? undefined : await filesOfGlob(opening, path, MAX_OF_GLOB);
  if (files === undefined || "kind" in path) return [path];
  const found: (ResolvedPath | ReadBlock)[] = [];
  for (const file of files.paths) found.push(await judgedOrFailed(opening, join(opening.workspace.root, file)));
  if (files.more === 0) return found;
  const message = `${files.paths.length + files.more} files fit, of which the first ${files.paths.length} were read.`;
  const error = new ToolError(message, { code: "user_error", reason: "TOO_LARGE", suggestion: "Read others by name." });
  return [...found, { kind: "failed", path, error }];
}

/** A last line that lies before the first names no lines; -1 is the last one of the file, as in other tools. */
function requireOrder({ offset, end_line: last = -1 }: ReadInput): void {
  if (last === -1 || offset < 0 || (last > 0 && last >= offset)) return;
  const suggestion =
    last > 0 ? `For lines ${last} to ${offset} give offset ${last} and end_line ${offset}.` : "Leave end_line out.";
  const message = `end_line ${last} lies before the first line, ${Math.max(1, offset)}.`;
  throw new ToolError(message, { code: "user_error", suggestion });
}

/** A last line is a count of lines as well. */
function limitOf({ limit, offset, end_line: last = 0 }: ReadInput): number {
  const count = last - Math.max(1, offset) + 1;
  if (offset < 0 || count < 1) return limit;
  return limit === 0 ? count : Math.min(limit, count);
}

/** One path that leads nowhere does not keep the others from being read; one that leads outside does. */
async function judgedOrFailed(opening: PathOpening, given: string): Promise<ResolvedPath | ReadBlock> {
  try {
    return await judgedPath(opening, given);
  } catch (error) {
    if (!ToolError.isInstance(error) || error.code === "security_violation") throw error;
    return { kind: "failed", path: { real: given, lexical: given, shown: given, exists: false }, error };
  }
}

/** What the model was shown it may change. */
function remember(seen: SeenFiles, blocks: readonly ReadBlock[]): void {
  for (const block of blocks) {
    if (block.kind !== "shown" || block.snapshot === undefined) continue;
    seen.record(block.path.real, block.snapshot, block.scan?.complete === true);
  }
}

function wantedCharacters(block: ReadBlock): number {
  return block.kind === "shown" ? (block.scan?.wantedCharacters ?? 0) : 0;
}

function textOf(block: ReadBlock): string {
  if (block.kind === "shown") return `=== ${block.path.shown} ===\n${block.body}`;
  const { message, suggestion } = block.error;
  return `=== ${block.path.shown} ===\nError: ${message}${suggestion === undefined ? "" : ` ${suggestion}`}`;
}

function toResult(blocks: readonly ReadBlock[]): ToolResult {
  const artifact: Json = {
    filesRead: blocks.filter((block) => block.kind === "shown").length,
    files: blocks.map((block) => ({
      path: block.path.shown,
      ...(block.kind === "failed" && { failed: true }),
      ...(block.kind === "shown" && block.sha256 && { sha256: block.sha256 }),
      ...(block.kind === "shown" && present({ lines: block.scan?.totalLines })),
    })),
  };
  const parts = partsOf(blocks);
  const [only] = parts;
  const output: ToolResult["output"] =
    parts.length === 1 && only?.type === "text" ? { type: "text", text: only.text } : { type: "parts", parts };
  return { ...plainResult(output), artifact };
}

/** The texts between two images or documents as one part. */
function partsOf(blocks: readonly ReadBlock[]): readonly Part[] {
  const parts: Part[] = [];
  let texts: string[] = [];
  for (const block of blocks) {
    texts.push(textOf(block));
    if (block.kind !== "shown" || block.file === undefined) continue;
    parts.push({ type: "text", text: texts.join("\n\n") }, block.file);
    texts = [];
  }
  return texts.length === 0 ? parts : [...parts, { type: "text", text: texts.join("\n\n") }];
}
