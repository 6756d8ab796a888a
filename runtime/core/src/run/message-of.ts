import { untilAborted } from "../async/abort.ts";
import { cloneJson } from "../json/clone-json.ts";
import { jsonSize } from "../json/json-size.ts";
import { boundOutput, fullLimits } from "../result/bound-output.ts";
import { isWorthKeepingAside, keeping, keepOutput } from "../result/keep-output.ts";
import { namesCacheTools } from "../result/names-cache-tools.ts";
import type { ToolOutput } from "../result/output.ts";
import type { OutputLimits } from "../result/output-limits.ts";
import { outputText } from "../result/output-text.ts";
import type { Part } from "../result/part.ts";
import { NO_OUTPUT, renderedLength, renderOutput } from "../result/render-output.ts";
import { hookFailure, thrownMessage } from "../result/thrown.ts";
import type { OutputRef, ToolResult } from "../result/tool-result.ts";
import type { Tool } from "../tool/tool.ts";
import type { ForModel } from "./call-states.ts";
import { outputCacheOf } from "./output-keeping.ts";
import type { Scope } from "./scope.ts";

/** UTF-16 units up to which a text is surely within every limit and not worth keeping aside. */
const SHORT = 680;

/** What a model reads of a result: formatted, bounded, with the full text kept aside. Most results need none of it. */
export async function messageOf(result: ToolResult, tool: Tool | undefined, scope: Scope): Promise<ForModel> {
  return shortMessageOf(result, tool) ?? longMessageOf(result, tool, scope);
}

/** Undefined for a result that has to be formatted, bounded or kept aside. */
export function shortMessageOf(result: ToolResult, tool: Tool | undefined): ForModel | undefined {
  const content = tool?.spec.formatOutput === undefined && isPlain(result) ? shortText(result.output) : undefined;
  return content === undefined ? undefined : { result, view: result, content, plain: true };
}

/** Nothing beside the output needs bounding. */
function isPlain({ forUser, artifact }: ToolResult): boolean {
  return forUser === undefined && artifact === undefined;
}

function shortText(output: ToolOutput): string | undefined {
  if (output.type === "parts" || output.forModel !== undefined) return undefined;
  if (output.type === "json" && (renderedLength(output.value) ?? jsonSize(output.value, SHORT)) > SHORT)
    return undefined;
  const content = renderOutput(output);
  return typeof content === "string" && content !== "" && content.length <= SHORT ? content : undefined;
}

export async function longMessageOf(given: ToolResult, tool: Tool | undefined, scope: Scope): Promise<ForModel> {
  const { result, output, own } = format(given, tool, scope);
  const limits = limitsFor(tool, scope.options.limits);
  const bounded = boundOutput(output, limits);
  const text = () => (bounded.cut ? bounded.fullText : outputText(bounded.output));
  const ref = result.ref ?? (await keepAside({ output, text, tool, scope }));
  const shown = bounded.cut && ref !== undefined ? bounded.withRef(ref.id, namesCacheTools(scope)) : bounded.output;
  const content = renderOutput(await withRefs(shown, ref));
  const said = isEmpty(content) ? saidInstead(result, scope) : undefined;
  // An error without a text has one now, for programs too.
  const whole = said !== undefined && result.isError ? { ...result, output: textOutput(said) } : result;
  const view = said === undefined ? (own ? shown : boundOutput(result.output, limits).output) : whole.output;
  return {
    result: ref === undefined ? whole : { ...whole, ref },
    view: { ...whole, output: await withRefs(view, ref), ...forPeople(result), ...(ref && { ref }) },
    content: said ?? content,
    plain: own && (said === undefined || result.isError),
  };
}

/**
 * What the model is to read: the result's own output, what it has beside it for the model, or what the tool's
 * `formatOutput` made of it.
 */
interface Formatted {
  readonly result: ToolResult;
  readonly output: ToolOutput;
  readonly own: boolean;
}

function format(result: ToolResult, tool: Tool | undefined, scope: Scope): Formatted {
  const { output } = result;
  if (output.type !== "parts" && output.forModel !== undefined) {
    const { forModel, ...own } = output;
    return { result: { ...result, output: own }, output: partsOrText(forModel), own: own.type === "text" };
  }
  const formatOutput = tool?.spec.formatOutput;
  if (formatOutput === undefined || output.type === "parts" || isOneLine(result)) return { result, output, own: true };
  try {
    const made: unknown = formatOutput(output.type === "json" ? cloneJson(output.value) : output.text);
    if (Object(made) === made) throw new TypeError("it returned no text");
    const text = String(made);
    return { result, output: textOutput(scope.scrubber.text(text.toWellFormed())), own: false };
  } catch (thrown) {
    const failed = hookFailure("formatOutput", thrown, scope);
    return { result: failed, output: failed.output, own: true };
  }
}

function partsOrText(parts: readonly Part[]): ToolOutput {
  const [first, ...others] = parts;
  return first?.type === "text" && others.length === 0 ? textOutput(first.text) : { type: "parts", parts };
}

/** A failure without an output of its own says one line, which is no output of the tool. */
function isOneLine({ isError, output }: ToolResult): boolean {
  return isError && output.type === "text";
}

function textOutput(text: string): ToolOutput {
  return { type: "text", text };
}

/** A diff or a table for a screen may be larger than what a model reads. */
const ARTIFACT_LIMITS = { maxBytes: 256 * 1024 };

/** What only a person sees is bounded too where it is stored and sent. */
function forPeople({ forUser = "", artifact }: ToolResult): Pick<ToolResult, "forUser" | "artifact"> {
  const text = forUser === "" ? undefined : outputText(boundOutput({ type: "text", text: forUser }).output);
  const bounded =
    artifact === undefined ? undefined : boundOutput({ type: "json", value: artifact }, ARTIFACT_LIMITS).output;
  return {
    ...(text === undefined ? {} : { forUser: text }),
    ...(bounded?.type === "json" ? { artifact: bounded.value } : {}),
  };
}

/** A tool that bounds its own output is believed up to this many times the limits. */
const SELF_BOUND_FACTOR = 4;

function limitsFor(tool: Tool | undefined, limits: Partial<OutputLimits> = {}): Partial<OutputLimits> {
  return tool?.spec.boundsOutput === true ? fullLimits(limits, SELF_BOUND_FACTOR) : limits;
}

interface Keeping {
  readonly output: ToolOutput;
  /** Made where it is needed: that of a value may be long. */
  text(): string;
  readonly tool: Tool | undefined;
  readonly scope: Scope;
}

/** Each file of an output says where it is kept. */
async function withRefs(output: ToolOutput, ref: OutputRef | undefined): Promise<ToolOutput> {
  return ref?.files === undefined ? output : (await keeping()).withFileRefs(output, ref.files);
}

/** Undefined when the text is short, the tool keeps its own, or it could not be kept. */
async function keepAside({ output, text, tool, scope }: Keeping): Promise<OutputRef | undefined> {
  if (tool?.spec.boundsOutput === true || !isWorthKeepingAside(output, text)) return undefined;
  try {
    const cache = outputCacheOf(scope);
    if (cache === false) return undefined;
    return await untilAborted(keepOutput(output, text, { cache, owner: scope.conversation }), scope.signal);
  } catch (error) {
    scope.logger.error("An output could not be kept aside", { toolCallId: scope.toolCallId, error });
    return undefined;
  }
}

function isEmpty(content: ReturnType<typeof renderOutput>): boolean {
  return content.length === 0 || content === NO_OUTPUT;
}

/** Some providers reject an empty message: say what is known instead. */
function saidInstead({ error }: ToolResult, scope: Scope): string {
  if (error === undefined) return NO_OUTPUT;
  if (error.message !== "") return error.message;
  return error.cause === undefined ? NO_OUTPUT : thrownMessage(error.cause, scope);
}
