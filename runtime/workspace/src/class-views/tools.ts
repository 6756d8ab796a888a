import type { ActivityStream, Tool, ToolResult } from "@toolwright/core";
import { type FlatResult, toFlat } from "@toolwright/core/class-tools";
import { z } from "zod";
import { agentTool } from "../tools/agent/agent.tool.ts";
import { type BashToolOptions, bashTool } from "../tools/bash/bash.tool.ts";
import { type EditToolOptions, editTool } from "../tools/edit/edit.tool.ts";
import { globTool } from "../tools/glob/glob.tool.ts";
import { grepTool } from "../tools/grep/grep.tool.ts";
import { EditOutput } from "../tools/mutation/edit-output.ts";
import { type ReadToolOptions, readTool } from "../tools/read/read.tool.ts";
import { WriteOutput, writeTool } from "../tools/write/write.tool.ts";
import { type Fields, StandardToolView } from "./standard-tool-view.ts";
import type { ClassViewOptions } from "./view-resolver.ts";

const Ended = z.object({
  stdout: z.string(),
  stderr: z.string(),
  returnCode: z.number().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
  note: z.string().optional(),
});

/**
 * `bash` as a class. `output` is what the command printed, `error` its standard error also when it succeeded,
 * `return_code` null when it did not come to its own end. A command that was ended has its standard error in `stderr`.
 */
export class BashTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions & BashToolOptions = {}) {
    const { defaultTimeout, maxTimeout, asks, ...view } = options;
    super(activityStream, inForeground(bashTool({ defaultTimeout, maxTimeout, asks, sandbox: view.sandbox })), view);
  }

  override getResultPreview(result: FlatResult, maxLines = 3): string[] {
    if (!result.success || result.return_code === undefined) return super.getResultPreview(result, maxLines);
    if (!(maxLines > 0)) return [];
    const { output, error, return_code: code, signal } = result;
    const head =
      code === null ? `✗ Ended by ${String(signal)}` : `${code === 0 ? "✓" : "✗"} Exit code: ${String(code)}`;
    const printed = String(output).trimEnd() || error.trimEnd();
    if (printed === "") return [head];
    return [head, ...super.getResultPreview({ success: true, error: "", output: printed }, maxLines - 1)];
  }

  protected override fieldsOf({ artifact, isError, note: said }: ToolResult): Fields | undefined {
    const ended = Ended.safeParse(artifact).data;
    if (ended === undefined) return undefined;
    const { stdout: output, stderr, returnCode: return_code, signal, timedOut } = ended;
    const notes = [said, ended.note].filter((note) => note !== undefined);
    const note = notes.length === 0 ? {} : { note: notes.join("; ") };
    const how = { ...note, ...(signal === null ? {} : { signal }), ...(timedOut ? { timed_out: true } : {}) };
    return { output, ...(isError ? { stderr } : { error: stderr }), return_code, ...how };
  }
}

/** A command in the background would end with the turn, and nobody could ask for what it printed. */
function inForeground(tool: Tool): Tool {
  const { background: _, ...properties }: Record<string, unknown> = Object(tool.definition.parameters.properties);
  return { ...tool, definition: { ...tool.definition, parameters: { ...tool.definition.parameters, properties } } };
}

const Reported = z.object({ agentId: z.string() });

/**
 * `agent` as a class; its `subAgents` do the work. `output` is the report, `agent_id` lets the same agent go on. With
 * `background: true` a call returns at once, with `async: true`; the report is the result of an `async_result` on the
 * stream, which `flatOf` reads, and in a loop the model reads it.
 */
export class AgentTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions = {}) {
    super(activityStream, agentTool(), options);
  }

  protected override fieldsOf(result: ToolResult): Fields | undefined {
    const reported = Reported.safeParse(result.artifact).data;
    if (reported === undefined) return undefined;
    return { output: shownText(result), agent_id: reported.agentId, ...(result.async ? { async: true } : {}) };
  }
}

/**
 * `edit` as a class: `content` says what was done, beside `file_path`, `replacements_made`, `match_mode` and `diff`.
 */
export class EditTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions & EditToolOptions = {}) {
    const { readPolicy, ...view } = options;
    super(activityStream, editTool({ readPolicy }), view);
  }

  protected override fieldsOf({ output }: ToolResult): Fields | undefined {
    const edited = output.type === "json" ? EditOutput.safeParse(output.value).data : undefined;
    if (edited === undefined) return undefined;
    const { summary: content, replacements: replacements_made, ...others } = edited;
    return { content, replacements_made, ...others };
  }
}

const Globbed = z.object({ matches: z.number(), limited: z.boolean() });

/**
 * `glob` as a class: `content` has the paths, `total_matches` how many files fit, `limited_results` whether some are
 * not shown.
 */
export class GlobTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions = {}) {
    super(activityStream, globTool(), options);
  }

  protected override fieldsOf(result: ToolResult): Fields | undefined {
    const found = Globbed.safeParse(result.artifact).data;
    return found && { content: shownText(result), total_matches: found.matches, limited_results: found.limited };
  }
}

const Found = z.object({ matches: z.number(), files: z.number() });

/** `grep` as a class: `content` has the lines, `count` how many match and `files` in how many files. */
export class GrepTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions = {}) {
    super(activityStream, grepTool(), options);
  }

  override getResultPreview(result: FlatResult, maxLines = 3): string[] {
    const lines = super.getResultPreview(result, maxLines);
    const { success, count } = result;
    return success && lines.length > 0 && count !== 0 ? [`Found ${String(count)} matches`, ...lines] : lines;
  }

  protected override fieldsOf(result: ToolResult): Fields | undefined {
    const found = Found.safeParse(result.artifact).data;
    return found && { content: shownText(result), count: found.matches, files: found.files };
  }
}

const Read = z.object({ filesRead: z.number(), files: z.array(z.looseObject({ path: z.string() })) });

/**
 * `read` as a class: `content`, and in `files_read` how many of the files it is from. `files` has an entry for each
 * path of the call, with `failed: true` for one that could not be read.
 */
export class ReadTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions & ReadToolOptions = {}) {
    const { maxTokens, ...view } = options;
    super(activityStream, readTool({ maxTokens }), view);
  }

  override getResultPreview(result: FlatResult, maxLines = 3): string[] {
    const lines = super.getResultPreview(result, maxLines);
    const { success, files_read: count } = result;
    return success && lines.length > 0 ? [`Read ${String(count)} file(s)`, ...lines] : lines;
  }

  protected override fieldsOf(result: ToolResult): Fields | undefined {
    const read = Read.safeParse(result.artifact).data;
    return read && { content: shownText(result), files_read: read.filesRead, files: read.files };
  }
}

/** `write` as a class: `content` says what was done, beside `file_path`, `bytes_written`, `created` and `diff`. */
export class WriteTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions = {}) {
    super(activityStream, writeTool(), options);
  }

  protected override fieldsOf({ output }: ToolResult): Fields | undefined {
    const written = output.type === "json" ? WriteOutput.safeParse(output.value).data : undefined;
    if (written === undefined) return undefined;
    const { summary: content, ...others } = written;
    return { content, ...others };
  }
}

/** What a successful result says in words. */
function shownText(result: ToolResult): string {
  const { output = "" } = toFlat({ ...result, isError: false });
  return typeof output === "string" ? output : JSON.stringify(output);
}
