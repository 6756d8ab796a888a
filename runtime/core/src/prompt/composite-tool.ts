import { untilAborted } from "../async/abort.ts";
import {
  contractOf,
  errorOutput,
  formattedOutput,
  hooksOf,
  NO_PROMPT,
  type ToolSurroundings,
} from "../faces/bind-sub-tool.ts";
import { checkPromptToolOptions } from "../faces/check-prompt-tool.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { PromptPart } from "../faces/registrable.ts";
import type { ToolOptions } from "../faces/sub-tool.ts";
import { isPromptTool, toTool } from "../faces/to-tool.ts";
import { cloneJson } from "../json/clone-json.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { checkArgument } from "../options/check-options.ts";
import { aFunction, anObject, aText } from "../options/option-rules.ts";
import { errorInfo } from "../result/failure.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import { outputText } from "../result/output-text.ts";
import { plainResult } from "../result/plain-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { NO_DEADLINE_MS } from "../tool/no-deadline.ts";
import type { DefineToolOptions, Tool, ToolContext } from "../tool/tool.ts";
import { SUB_TOOLS } from "./check-definitions.ts";
import {
  buildEnhancedDescription,
  type CompositeCall,
  type CompositeInput,
  createCompositeSchema,
} from "./composite-schema.ts";
import { errorMessage } from "./execute-with-callbacks.ts";
import { partOf } from "./part-of.ts";

/** A tool of several: `as` makes it in place of a batch, such as `asProgram()` of `@toolwright/code-mode`. */
export type CompositeAround = ToolOptions & { readonly as?: CompositeForm };

/** Makes one tool of several. What stands around the whole of it is in `options`. */
export type CompositeForm = (composite: {
  readonly name: string;
  readonly description: string;
  readonly parts: readonly Tool[];
  readonly options: AroundOptions;
}) => Tool;

/** What a tool may have besides what it is and does. */
type AroundOptions = Partial<
  Omit<DefineToolOptions<unknown, unknown>, "name" | "description" | "input" | "execute" | "subTools" | "replays">
>;

/**
 * Several tools as one, which takes `{calls: [{name, args}]}` and gives `{results: [{name, result}]}`. The calls run in
 * order, each on its own through the runner; whatever one of them does, the others go on.
 * Throws a `TypeError` without tools, or with two of one name. `options` stand around the whole batch.
 */
export function composeTools(
  name: string,
  description: string,
  subTools: readonly PromptPart[],
  around: CompositeAround = {},
  surroundings: ToolSurroundings = NO_PROMPT,
): Tool {
  checkArgument(name, { of: "The name of a composite tool", rule: aText });
  checkArgument(description, { of: `The description of composite tool ${name}`, rule: aText });
  checkArgument(around, { of: `The last argument of composite tool ${name}`, rule: OPTIONS });
  const { as, ...options } = around;
  checkPromptToolOptions(name, options);
  checkArgument(subTools, { of: `The tools of composite tool ${name}`, rule: SUB_TOOLS });
  const parts = subTools.map((part) => partOf(part, surroundings));
  const whole: AroundOptions = {
    errorOutput: (error) => errorOutput(name, error),
    ...contractOf(options),
    ...hooksOf({
      ...options,
      ...(options.onSuccess && { onSuccess: (input, made) => heardOf(options, input, made) }),
    }),
    ...(options.responseSchema === undefined ? {} : { output: options.responseSchema }),
  };
  if (as !== undefined) {
    checkArgument(as, { of: `as of composite tool ${name}`, rule: FORM });
    return as({ name, description, parts, options: whole });
  }
  return compositeTool({
    name,
    description,
    label: "sub-tool",
    parts,
    entry: (part, ended) => ({
      name: part,
      result: entryResult(
        ended,
        subTools.find((one) => one.name === part),
      ),
    }),
    options: whole,
  });
}

const OPTIONS = { form: "an object of options", fits: anObject.fits };
const FORM = { form: "a function: asProgram() of @toolwright/code-mode", fits: aFunction.fits };

/** The hook of the whole reads what came out: `{results}` of a batch. */
function heardOf(options: ToolOptions, input: unknown, made: unknown): unknown {
  if (!isToolResult(made) || made.output.type === "parts") return options.onSuccess?.(input, made);
  return options.onSuccess?.(input, made.output.type === "json" ? made.output.value : made.output.text);
}

/** What a composite shows of a sub-call, as the part wants it shown. */
function entryResult(ended: ToolResult | string, part: PromptPart | undefined): Json {
  if (typeof ended === "string" || part === undefined) return { error: String(ended) };
  const output = entryOutput(ended);
  try {
    return isPromptTool(part)
      ? formattedOutput(part.options ?? {}, output)
      : (toTool(part).spec.formatOutput?.(cloneJson(output)) ?? output);
  } catch (thrown) {
    return { error: errorMessage(thrown) };
  }
}

/** What a composite is made from. */
interface CompositeParts {
  readonly name: string;
  readonly description: string;
  /** What a part is called, for example `sub-tool`. */
  readonly label: string;
  readonly parts: readonly Tool[];
  /** What is shown of one call: of its result, or of a text that says why it was not made. */
  entry(name: string, ended: ToolResult | string): JsonObject;
  readonly options: AroundOptions;
}

/** A tool that runs calls of other tools in order. Throws a `TypeError` without parts, or with two of one name. */
export function compositeTool(composite: CompositeParts): Tool {
  const { name, description, label, parts, options } = composite;
  refuseUnusable(composite);
  return defineTool<CompositeInput, unknown>({
    timeoutMs: NO_DEADLINE_MS,
    // Every entry has passed the list of its own tool.
    allowlist: "all",
    ...options,
    name,
    description: buildEnhancedDescription(description, parts, label),
    input: createCompositeSchema(parts, label),
    subTools: parts,
    replays: true,
    execute: ({ calls }, context) => runCalls(calls, composite, context),
  });
}

function refuseUnusable({ name, parts, label }: CompositeParts): void {
  const where = `Composite tool ${JSON.stringify(name)}`;
  if (parts.length === 0) throw new TypeError(`${where} has no ${label}s.`);
  const twice = parts.find((part, index) => parts.findIndex((other) => other.name === part.name) !== index);
  if (twice !== undefined) throw new TypeError(`${where} has two ${label}s named ${JSON.stringify(twice.name)}.`);
}

async function runCalls(
  calls: readonly CompositeCall[],
  composite: CompositeParts,
  context: ToolContext,
): Promise<ToolResult> {
  const results: JsonObject[] = [];
  let endsRun = false;
  for (const call of calls) {
    const ended = context.signal.aborted ? ABORTED : await runCall(call, composite, context);
    endsRun ||= typeof ended !== "string" && ended.endsRun === true;
    results.push(composite.entry(call.name, ended));
  }
  return batchResult(results, { stopped: context.signal.aborted, endsRun });
}

/** The result of a sub-call, or why there was none. */
async function runCall(
  call: CompositeCall,
  { parts, label }: CompositeParts,
  context: ToolContext,
): Promise<ToolResult | string> {
  const { name } = call;
  if (!parts.some((part) => part.name === name)) return `Unknown ${label}: ${name}`;
  const { args, unread } = readEntry(call);
  if (unread !== undefined) return `${unread}: unknown key; arguments stand under "args". Nothing was run.`;
  // The runner brings a sub-call that is under way to its end; the batch has no time to wait for it.
  return (await untilAborted(context.call(name, argumentsOf(args)), context.signal)) ?? ABORTED_UNDER_WAY;
}

/** What models call `args`, as they do in a call of its own. */
const OTHER_NAMES = ["arguments", "input", "parameters"];

/** A part whose arguments all may be left out would run without those that stand in a wrong place. */
function readEntry({ name: _name, ...given }: CompositeCall): { readonly args?: unknown; readonly unread?: string } {
  const [key] = Object.keys(given);
  if (key === undefined || "args" in given) return { args: given.args };
  const [named, ...others] = OTHER_NAMES.filter((name) => name in given);
  return named === undefined || others.length > 0 ? { unread: `/${key}` } : { args: Reflect.get(given, named) };
}

/** What stands for the result of a call that was not made. */
const ABORTED = "Aborted";

/** Of a call that is not waited for: one that reads as not made would be made once more. */
const ABORTED_UNDER_WAY = "Aborted before it ended: it may have run.";

/** Not `aborted`: that is the runner's word for a call that says nothing, and would take the entries away. */
const STOPPED = errorInfo({
  code: "execution_failed",
  message: "stopped before every call was made.",
  reason: "ABORTED",
});

/** A stopped batch is a failure that still says how far it got. */
function batchResult(
  results: readonly JsonObject[],
  { stopped, endsRun }: { readonly stopped: boolean; readonly endsRun: boolean },
): ToolResult {
  return {
    ...plainResult({ type: "json", value: { results } }),
    isError: stopped,
    ...(stopped ? { error: STOPPED } : {}),
    ...(endsRun ? { endsRun: true as const } : {}),
  };
}

/** What a composite shows of a sub-call: its output, or `{error}`. */
function entryOutput({ output, isError, error }: ToolResult): Json {
  if (!isError) return output.type === "json" ? output.value : outputText(output);
  if (output.type === "json") return output.value;
  if (error === undefined) return { error: outputText(output) };
  return { error: error.suggestion === undefined ? error.message : `${error.message} ${error.suggestion}` };
}

/** The arguments of a sub-call as a runner takes them. What is no object goes on as text, and is refused there. */
function argumentsOf(args: unknown): string | JsonObject {
  if (typeof args === "string") return args;
  return isJsonObject(args) ? args : JSON.stringify(args ?? {});
}
