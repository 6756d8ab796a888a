import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import type { ActivityStream } from "../journal/activity-stream.ts";
import { present } from "../json/present.ts";
import { checkArgument, checkOptions } from "../options/check-options.ts";
import { aLogger } from "../options/composed-rules.ts";
import { withFunctions } from "../options/option-rules.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { ToolRunner } from "../run/runner.ts";
import { compileInputSchema } from "../schema/compile/compile-input-schema.ts";
import type { Secret } from "../secrets/scrubber.ts";
import { aListOfSecrets } from "../secrets/secret.ts";
import type { Effects } from "../tool/effects.ts";
import type { Logger } from "../tool/logger.ts";
import { IS_OFFERED } from "../tool/runs-unasked.ts";
import type { Allowlist, Schema, Tool, ToolContext, ToolReturn } from "../tool/tool.ts";
import { ActivityStream as ClassActivityStream } from "./activity-stream.ts";
import { argumentsOf } from "./arguments-of.ts";
import { FileReads } from "./file-reads.ts";
import { type FlatResult, fromFlat, isFlatResult, toFlat } from "./flat-result.ts";
import { tellReads } from "./recorded-reads.ts";
import { resultPreview } from "./result-preview.ts";
import { createRunningCalls, type RunningCall } from "./running-calls.ts";
import { hiddenParameters, shownParameters, withCallNamed } from "./shown-call.ts";
import type { FunctionDefinition } from "./tool-validator.ts";

/** What the calls of class tools are published on. */
export const A_STREAM = withFunctions("an ActivityStream: new ActivityStream()", "emit", "subscribe");

const calls = createRunningCalls();

/** How the calls of one tool are made. */
export interface BaseToolOptions {
  /** Hears of calls made with `execute`. Default: warnings and errors to the console. */
  readonly logger?: Logger;
  /** Values that calls made with `execute` never show, beside the well-known shapes. */
  readonly secrets?: readonly Secret[];
}

/** A tool written as a class. Its calls go through the runner like those of every other tool; see {@link asTool}. */
export abstract class BaseTool<I extends object = object> {
  abstract readonly name: string;
  abstract readonly description: string;
  /** True: somebody is asked before a call runs, and without anybody to ask it is denied. */
  abstract readonly requiresConfirmation: boolean;
  /** Told to a UI: draw no animation. */
  readonly suppressExecutionAnimation: boolean = false;
  /** What it takes; `executeImpl` gets what the schema makes of it. Left out: what `getFunctionDefinition` says. */
  readonly input?: Schema<I>;
  /** May run beside reads and others of its kind in one step, whatever it changes. */
  readonly concurrent?: boolean;
  /** Left out: runs alone and in order where a step has several calls, and a `ToolManager` refuses repeats. */
  readonly effects?: Effects | undefined;
  /** Which fields of a result may leave the runner. Left out: all. */
  readonly allowlist?: Allowlist;
  /** Errors in words of its own pass an allowlist of keys. */
  readonly allowUserText?: boolean;
  /** Milliseconds, or how many for the arguments of a call. Default 60,000. */
  readonly timeoutMs?: number | ((args: object) => number);
  /** Tools that only calls inside its own can name. */
  readonly subTools?: readonly Tool[] | undefined;
  readonly #activityStream: ActivityStream;
  readonly #options: BaseToolOptions;
  #tool: Tool | undefined;
  #runner: ToolRunner | undefined;

  /** Calls made with {@link execute} are published on `activityStream`. */
  constructor(activityStream: ActivityStream, options: BaseToolOptions = {}) {
    checkArgument(activityStream, { of: "The first argument of a class tool", rule: A_STREAM });
    checkOptions<BaseToolOptions>(options, { of: "A class tool", rules: { logger: aLogger, secrets: aListOfSecrets } });
    this.#activityStream = activityStream;
    this.#options = options;
  }

  /** What a model is told of the tool. Without an `input`, this one takes any object. */
  getFunctionDefinition(): FunctionDefinition {
    const { input, name: toolName } = this;
    const parameters = input ? compileInputSchema(input, { toolName }).jsonSchema : ANY_OBJECT;
    return { type: "function", function: { name: this.name, description: this.description, parameters } };
  }

  /**
   * Runs the tool at once: its `input` or its own code judges the arguments, nobody is asked, and repeats are allowed.
   * Every failure is a result.
   */
  async execute(args: object = {}): Promise<FlatResult> {
    this.#runner ??= this.#createRunner();
    showFlat(this.#activityStream, this);
    const { result } = await this.#runner.exec({ name: this.name, arguments: argumentsOf(args) });
    return this.flatOf(result);
  }

  /**
   * The tool as registries, runners and loops take it; the same object every time. Throws a `TypeError` for a bad
   * definition.
   */
  asTool(): Tool {
    this.#tool ??= this.#createTool();
    return this.#tool;
  }

  /** A few lines for a screen, of a result of this tool or of the one that a runner made of it. */
  getResultPreview(result: FlatResult | ToolResult, maxLines: number = 3): string[] {
    return resultPreview(this.flatOf(result), maxLines);
  }

  /** A runner's result of this tool, such as the one in `tool_call_end`, as one flat object; a flat one as it is. */
  flatOf(result: ToolResult | FlatResult): FlatResult {
    return isToolResult(result) ? toFlat(result) : result;
  }

  /**
   * Forgets what calls have left behind in the tool. A manager does it in its own `clearState`. This one keeps nothing.
   */
  clearState(): void {}

  /** What a runner is given for what `executeImpl` returned. {@link flatOf} has to undo it. */
  protected resultOf(flat: FlatResult): ToolReturn<unknown> {
    return fromFlat(flat);
  }

  /** The work of one call. A returned failure is the tool's own answer; an exception is reported as one. */
  protected abstract executeImpl(args: I): Promise<FlatResult>;

  /** What the running call gets besides its arguments: its id, its signal and more. Throws outside a call. */
  protected get callContext(): ToolContext {
    return this.#call("callContext").context;
  }

  /** Remembers the arguments for the errors of this call. Throws outside a call. */
  protected captureParams(args: object): void {
    const call = this.#call("captureParams");
    const { scrubber } = call.context;
    call.parameters = shownParameters(args ?? {}, {
      hidden: hiddenParameters(this.asTool().definition.parameters),
      scrubber,
    });
  }

  /**
   * Says which files this call has read or written. Once it has succeeded a `ToolManager` knows them, and so do the
   * classes on the same stream that change only what was read.
   */
  protected recordRead(...paths: readonly string[]): void {
    this.#call("recordRead").files.push(...paths);
  }

  /** Shows a piece of output while the call runs, always under the call's own id. Outside a call nothing is shown. */
  protected emitOutputChunk(_callId: string, chunk: string): void {
    calls.current(this)?.context.emitOutput(chunk);
  }

  /** A success with the given fields. */
  protected formatSuccessResponse(fields: Readonly<Record<string, unknown>> = {}): FlatResult {
    return { success: true, error: "", ...fields };
  }

  /** A success that is not shown to people. */
  protected formatInternalResponse(fields: Readonly<Record<string, unknown>> = {}): FlatResult {
    return this.formatSuccessResponse({ ...fields, _internal_only: true });
  }

  /** A failure whose text starts with the call: `my_tool(param1="value"): File not found`. */
  protected formatErrorResponse(
    message: string,
    type = "general",
    suggestion?: string,
    extra: Readonly<Record<string, unknown>> = {},
  ): FlatResult {
    const error = `${this.name}(${calls.current(this)?.parameters ?? ""}): ${message}`;
    return { success: false, error, error_type: type, ...(suggestion ? { suggestion } : {}), ...extra };
  }

  #call(wanted: string): RunningCall {
    const call = calls.current(this);
    if (call === undefined) throw new Error(`${this.name}: ${wanted} was used outside a call.`);
    return call;
  }

  #createTool(): Tool {
    const { name, description, parameters } = this.getFunctionDefinition().function;
    if (name !== this.name) {
      throw new TypeError(`Tool ${JSON.stringify(this.name)}: its function definition has another name, ${name}.`);
    }
    const { effects, allowlist, allowUserText, timeoutMs, concurrent, subTools } = this;
    const { requiresConfirmation, suppressExecutionAnimation } = this;
    return defineTool<I, unknown>({
      name,
      description,
      input: this.input ?? parameters,
      requiresConfirmation,
      suppressExecutionAnimation,
      streamsOutput: true,
      ...present({ effects, allowlist, allowUserText, timeoutMs, concurrent, subTools }),
      execute: (args, context) => this.#perform(args, context),
    });
  }

  #createRunner(): ToolRunner {
    const tool = this.asTool();
    const { execute: perform } = tool.spec;
    const execute: typeof perform = (input, context) => perform(input, ofAProgram(context));
    const unasked: Tool = { ...tool, spec: { ...tool.spec, requiresConfirmation: false, execute } };
    return new ToolRunner({
      registry: new ToolRegistry([unasked]),
      activity: this.#activityStream,
      validate: this.input !== undefined,
      outputCache: false,
      ...this.#options,
    });
  }

  async #perform(args: I, context: ToolContext): Promise<ToolReturn<unknown>> {
    const call: RunningCall = { context, parameters: "", files: [] };
    try {
      const returned: unknown = await calls.run(this, call, async () => this.executeImpl(args));
      if (isFlatResult(returned)) return await this.#ended(returned, call);
      throw new TypeError("the tool returned no { success, error }");
    } catch (thrown) {
      throw withCallNamed(thrown, `${this.name}(${call.parameters})`);
    }
  }

  async #ended(flat: FlatResult, { context, files }: RunningCall): Promise<ToolReturn<unknown>> {
    const { fileReads } = context.deps;
    if (flat.success && fileReads instanceof FileReads) for (const path of files) fileReads.add(path);
    if (flat.success) await tellReads(this.#activityStream, files, context);
    return this.resultOf(flat);
  }
}

const ANY_OBJECT = { type: "object", properties: {}, required: [] };

/** Subscribers of the stream read this tool's results as it does. */
export function showFlat(stream: ActivityStream, tool: BaseTool): void {
  if (stream instanceof ClassActivityStream) stream.addView(tool);
}

/** Which tools there are beside one that a program calls is up to the program. */
function ofAProgram(context: ToolContext): ToolContext {
  return new Proxy(context, { get: (target, name) => (name === IS_OFFERED ? undefined : Reflect.get(target, name)) });
}
