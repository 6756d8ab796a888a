import { boundOutput, type OutputLimits } from "../../result/bound-output.ts";
import { failure } from "../../result/failure.ts";
import type { ToolOutput } from "../../result/output.ts";
import { outputText } from "../../result/output-text.ts";
import type { Part } from "../../result/part.ts";
import { NO_OUTPUT, renderOutput } from "../../result/render-output.ts";
import type { OutputRef, ToolResult } from "../../result/tool-result.ts";
import { utf8Length } from "../../text/utf8-length.ts";
import type { Tool } from "../../tool/tool.ts";
import type { CallEnv } from "../call-env.ts";
import { thrownMessage } from "../perform/thrown-message.ts";

/** A result within the limits, and what the model reads of it. */
export interface Presented {
  readonly result: ToolResult;
  readonly content: string | readonly Part[];
}

/** Texts above this are kept aside even when nothing was cut, so that trimming can point at them (decisions.md). */
const KEPT_ASIDE_BYTES = 2 * 1024;
/** A tool that bounds its own output is believed up to this many times the limits. */
const SELF_BOUND_FACTOR = 4;

/** The last step of every call: format, scrub, bound, keep the full text aside. */
export async function present(result: ToolResult, tool: Tool | undefined, env: CallEnv): Promise<Presented> {
  const formatted = format(result, tool, env);
  if (formatted.failed !== undefined) return present(formatted.failed, undefined, env);
  const limits = limitsFor(tool, env.core.limits);
  const bounded = boundOutput(formatted.output, limits);
  const fullText = bounded.cut ? bounded.fullText : outputText(bounded.output);
  const ref = result.ref ?? (await keepAside(fullText, tool, env));
  const shown = bounded.cut && ref !== undefined ? bounded.withRef(ref.id) : bounded.output;
  return {
    result: {
      ...result,
      output: formatted.own ? shown : boundOutput(result.output, limits).output,
      ...(ref && { ref }),
    },
    content: nonEmpty(renderOutput(shown), result, env),
  };
}

interface Formatted {
  readonly output: ToolOutput;
  /** The output is the result's own, not a text made from it. */
  readonly own: boolean;
  readonly failed?: ToolResult;
}

function format(result: ToolResult, tool: Tool | undefined, env: CallEnv): Formatted {
  const { output } = result;
  const formatOutput = tool?.spec.formatOutput;
  if (formatOutput === undefined || result.isError || output.type === "parts") return { output, own: true };
  try {
    const text = String(formatOutput(output.type === "json" ? output.value : output.text));
    return { output: { type: "text", text: env.core.scrubber.text(text.toWellFormed()) }, own: false };
  } catch (thrown) {
    env.core.logger.error("The hook formatOutput failed", { toolCallId: env.toolCallId, error: thrown });
    const message = `formatOutput failed: ${thrownMessage(thrown, env.core)}`;
    return { output, own: true, failed: failure({ code: "hook_failed", message, cause: thrown }) };
  }
}

function limitsFor(tool: Tool | undefined, limits: OutputLimits): OutputLimits {
  if (tool?.spec.boundsOutput !== true) return limits;
  return {
    maxBytes: limits.maxBytes * SELF_BOUND_FACTOR,
    maxLines: limits.maxLines * SELF_BOUND_FACTOR,
    headBytes: limits.headBytes * SELF_BOUND_FACTOR,
    tailBytes: limits.tailBytes * SELF_BOUND_FACTOR,
  };
}

/** Undefined when the text is short, the tool keeps its own, or it could not be kept. */
async function keepAside(text: string, tool: Tool | undefined, env: CallEnv): Promise<OutputRef | undefined> {
  const { outputCache, logger } = env.core;
  if (outputCache === undefined || tool?.spec.boundsOutput === true || !isLong(text)) return undefined;
  try {
    return await outputCache.save(text, env.conversation);
  } catch (error) {
    logger.error("An output could not be kept aside", { toolCallId: env.toolCallId, error });
    return undefined;
  }
}

function isLong(text: string): boolean {
  return text.length > KEPT_ASIDE_BYTES || (text.length * 3 > KEPT_ASIDE_BYTES && utf8Length(text) > KEPT_ASIDE_BYTES);
}

/** Some providers reject an empty message: say what is known instead. */
function nonEmpty(content: string | readonly Part[], { error }: ToolResult, env: CallEnv): string | readonly Part[] {
  if (content.length > 0 && content !== NO_OUTPUT) return content;
  if (error === undefined) return NO_OUTPUT;
  if (error.message !== "") return error.message;
  return error.cause === undefined ? NO_OUTPUT : thrownMessage(error.cause, env.core);
}
