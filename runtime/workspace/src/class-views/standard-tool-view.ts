import type {
  ActivityStream,
  Allowlist,
  Effects,
  Json,
  Tool,
  ToolContext,
  ToolResult,
  ToolReturn,
} from "@toolwright/core";
import {
  BaseTool,
  type FlatResult,
  type FunctionDefinition,
  fromFlat,
  ToolValidator,
  toFlat,
} from "@toolwright/core/class-tools";
import { type Checked, isFlatResult, onRecordedReads, present } from "@toolwright/core/internal";
import { currentFile } from "../tools/mutation/current-file.ts";
import { SEEN_FILES } from "../tracking/seen-files.ts";
import { resolvePath } from "../workspace/resolve-path.ts";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import { runStandardTool } from "./run-standard-tool.ts";
import { type ClassViewOptions, memoryOf, type StreamMemory, ViewResolver } from "./view-resolver.ts";

/** Fields of a flat result beside `success`, `error`, `error_type` and `suggestion`. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a model can mend or a person can put right, by the reason that the tool gives. */
const USER_REASONS: ReadonlySet<unknown> = new Set(
  "NOT_FOUND NOT_READ STALE AMBIGUOUS NO_MATCH NO_CHANGE BINARY NOT_UTF8 TOO_LARGE".split(" "),
);

/** More than the tool's own deadline, so that the tool's account of it comes first (milliseconds). */
const ENDING_MS = 1_000;

/**
 * A standard tool as a class. Each call runs that tool: a model reads the same, a program that calls the class is given
 * flat fields.
 */
export abstract class StandardToolView extends BaseTool {
  readonly name: string;
  readonly description: string;
  readonly requiresConfirmation: boolean;
  override readonly effects: Effects | undefined;
  override readonly allowlist?: Allowlist = "all";
  override readonly timeoutMs?: number | ((args: object) => number);
  readonly #inner: Tool;
  readonly #memory: StreamMemory;
  readonly #resolver: ViewResolver;
  readonly #definition: FunctionDefinition;
  readonly #results = new WeakMap<FlatResult, ToolResult>();
  #tool: Tool | undefined;

  constructor(activityStream: ActivityStream, inner: Tool, options: ClassViewOptions = {}) {
    super(activityStream);
    const { name, description, effects, definition, spec } = inner;
    this.name = name;
    this.description = description;
    this.requiresConfirmation = (spec.requiresConfirmation ?? false) !== false;
    this.effects = effects.kind && { ...effects, kind: effects.kind };
    this.timeoutMs = (args) => deadline(inner, args);
    this.#inner = inner;
    this.#memory = memoryOf(activityStream);
    this.#resolver = new ViewResolver(options, this.#memory);
    // Only those that write ask what was read before.
    if (effects.kind === "write") knowRecordedReads(activityStream, this.#resolver);
    this.#definition = { type: "function", function: { name, description, parameters: definition.parameters } };
  }

  override getFunctionDefinition(): FunctionDefinition {
    const { name, description } = this;
    return { type: "function", function: { ...this.#definition.function, name, description } };
  }

  /** See the base class. What a model reads is written, and bounded, as the tool itself does it. */
  override asTool(): Tool {
    if (this.#tool !== undefined) return this.#tool;
    const tool = super.asTool();
    const { boundsOutput, formatOutput, emptyIsAbsent, aliases, concurrent, insteadOf, preview } = this.#inner.spec;
    const spec: Tool["spec"] = {
      ...tool.spec,
      input: { ...tool.spec.input, check: (args) => this.#check(tool, args) },
      ...present({ boundsOutput, formatOutput, emptyIsAbsent, aliases, concurrent, insteadOf }),
      ...(preview && { preview: (args, context) => preview(args, this.#own(context)) }),
      ...(this.requiresConfirmation && { requiresConfirmation: (args, context) => this.#asks(args, context) }),
    };
    this.#tool = Object.freeze({ ...tool, spec });
    return this.#tool;
  }

  override flatOf(result: ToolResult | FlatResult): FlatResult {
    if (isFlatResult(result)) return result;
    const flat = this.#flat(result);
    const isForUser = result.error?.code === "execution_failed" && USER_REASONS.has(result.error.reason);
    return isForUser ? { ...flat, error_type: "user_error" } : flat;
  }

  /** Forgets which files were read on this stream. */
  override clearState(): void {
    this.#memory.clear();
  }

  protected async executeImpl(args: object): Promise<FlatResult> {
    this.captureParams(args);
    const { callContext: context } = this;
    const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
    const refused = this.#refusal(given);
    if (refused !== undefined) return refused;
    const resolve = this.#resolver.of(context);
    const result = await runStandardTool({ tool: this.#inner, args: given, context, resolve });
    // Thrown again, so that the call's own runner says what may be said of it.
    if (result.error?.cause !== undefined) throw result.error.cause;
    const flat = this.flatOf(result);
    this.#results.set(flat, result);
    return flat;
  }

  /** What `executeImpl` returned unchanged is the tool's own result; a subclass may return something else. */
  protected override resultOf(flat: FlatResult): ToolReturn<unknown> {
    return this.#results.get(flat) ?? fromFlat(flat);
  }

  /** What stands in the flat result beside the known fields; undefined for a result that is not the tool's own. */
  protected abstract fieldsOf(result: ToolResult): Fields | undefined;

  /** Not every limit of a tool is told to a model: the tool's own schema has a say before anybody is asked. */
  async #check({ spec }: Tool, args: Json): Promise<Checked> {
    const checked = await spec.input.check(args);
    const inner = checked.ok ? await this.#inner.spec.input.check(args) : checked;
    return inner.ok ? checked : inner;
  }

  /** Asks, but for what the tool itself refuses after any yes. */
  async #asks(args: unknown, context: ToolContext): Promise<boolean> {
    const { requiresConfirmation: inner } = this.#inner.spec;
    if (typeof inner !== "function") return true;
    await inner(args, this.#own(context));
    return true;
  }

  /** The context of a call in the workspace of this class. */
  #own(context: ToolContext): ToolContext {
    return new Proxy(context, {
      get: (target, name) => (name === "resolve" ? this.#resolver.of(target) : Reflect.get(target, name)),
    });
  }

  #flat(result: ToolResult): FlatResult {
    const fields = this.fieldsOf(result);
    if (fields === undefined) return { ...toFlat(result), ...shownBelow(result) };
    const { artifact: _, ...said } = result;
    const kept = { ...(result.ref && { output_ref: result.ref.id }), ...(result.note && { note: result.note }) };
    return result.isError ? { ...kept, ...fields, ...toFlat(said) } : { success: true, error: "", ...kept, ...fields };
  }

  /** Arguments that reach the tool unchecked, by `execute`, are judged here. */
  #refusal(args: Readonly<Record<string, unknown>>): FlatResult | undefined {
    const definition = this.getFunctionDefinition();
    const { valid, error = "", suggestion } = new ToolValidator().validateArguments(this, definition, args);
    if (!valid) return this.formatErrorResponse(error, "validation_error", suggestion);
    const known = Object(definition.function.parameters.properties);
    const unknown = Object.keys(args).filter((name) => !Object.hasOwn(known, name));
    if (unknown.length === 0) return undefined;
    const names = `Parameters: ${Object.keys(known).join(", ")}`;
    return this.formatErrorResponse(`Unknown parameter '${unknown[0]}' for ${this.name}`, "validation_error", names);
  }
}

/** What a failure shows below its message: a file that has to be known before it is changed. */
function shownBelow({ error, output }: ToolResult): Fields {
  if (error === undefined || output.type !== "text") return {};
  const [, content] = output.text.split(`${error.message}\n`, 2);
  return content === undefined ? {} : { content };
}

function deadline({ spec: { timeoutMs = 60_000 } }: Tool, args: object): number {
  return ENDING_MS + (typeof timeoutMs === "number" ? timeoutMs : timeoutMs(args));
}

/** More files of one call are not taken note of. */
const MAX_FILES = 200;

/**
 * What a class of one's own says that it has read or written counts as seen, with the content that it has when that
 * call ends.
 */
function knowRecordedReads(stream: ActivityStream, resolver: ViewResolver): void {
  onRecordedReads(stream, async (paths, context) => {
    const resolve = resolver.of(context);
    const [workspace, seen] = await Promise.all([resolve(WORKSPACE), resolve(SEEN_FILES)]);
    for (const given of new Set(paths.slice(0, MAX_FILES))) {
      const path = await resolvePath(workspace, given).catch(() => undefined);
      const current = path && (await currentFile(workspace.files, path).catch(() => undefined));
      if (path !== undefined && current !== undefined) seen.record(path.real, current, true);
    }
  });
}
