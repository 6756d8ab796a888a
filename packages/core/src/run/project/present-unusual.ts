import { boundOutput, type OutputLimits } from "../../result/bound-output.ts";
import { failure } from "../../result/failure.ts";
import { isWorthKeepingAside, keepOutput } from "../../result/keep-output.ts";
import { createMemoryOutputCache } from "../../result/memory-output-cache.ts";
import { namesCacheTools } from "../../result/names-cache-tools.ts";
import type { ToolOutput } from "../../result/output.ts";
import type { OutputCache } from "../../result/output-cache.ts";
import { outputText } from "../../result/output-text.ts";
import { NO_OUTPUT, renderOutput } from "../../result/render-output.ts";
import type { OutputRef, ToolResult } from "../../result/tool-result.ts";
import type { Tool } from "../../tool/tool.ts";
import type { CallEnv } from "../call-env.ts";
import { hookFailed } from "../perform/hook-failed.ts";
import { thrownMessage } from "../perform/thrown-message.ts";
import type { Presented } from "./present.ts";

/** An output that may be too large to show whole. */
interface LargeOutput {
  readonly result: ToolResult;
  /** What the model is to read: the result's own output, or what the tool's `formatOutput` made of it. */
  readonly output: ToolOutput;
  readonly own: boolean;
  readonly tool: Tool | undefined;
  readonly env: CallEnv;
}

/** A tool that bounds its own output is believed up to this many times the limits. */
const SELF_BOUND_FACTOR = 4;

/** A diff or a table for a UI may be larger than what a model reads. */
const ARTIFACT_LIMITS = { maxBytes: 256 * 1024 };

/** Formats and scrubs what the model reads, bounds everything, keeps the full text aside. */
export async function presentUnusual(result: ToolResult, tool: Tool | undefined, env: CallEnv): Promise<Presented> {
  const formatted = format(result, tool, env);
  if ("failed" in formatted)
    return bound({ result: formatted.failed, output: formatted.failed.output, own: true, tool, env });
  return bound({ result, ...formatted, tool, env });
}

type Formatted = Pick<LargeOutput, "output" | "own"> | { readonly failed: ToolResult };

function format(result: ToolResult, tool: Tool | undefined, env: CallEnv): Formatted {
  const { output } = result;
  const formatOutput = tool?.spec.formatOutput;
  if (formatOutput === undefined || result.isError || output.type === "parts") return { output, own: true };
  try {
    const text = String(formatOutput(output.type === "json" ? output.value : output.text));
    return { output: { type: "text", text: env.core.scrubber.text(text.toWellFormed()) }, own: false };
  } catch (thrown) {
    return { failed: failure(hookFailed("formatOutput", thrown, env)) };
  }
}

async function bound({ result, output, own, tool, env }: LargeOutput): Promise<Presented> {
  const limits = limitsFor(tool, env.core.limits);
  const bounded = boundOutput(output, limits);
  const fullText = bounded.cut ? bounded.fullText : outputText(bounded.output);
  const ref = result.ref ?? (await keepAside({ output, text: fullText, tool, env }));
  const shown =
    bounded.cut && ref !== undefined
      ? bounded.withRef(ref.id, namesCacheTools({ ...env.core, active: env.active }))
      : bounded.output;
  const content = renderOutput(shown);
  // An error without a text has one now, for programs too.
  const text = isEmpty(content) ? emptyText(result, env) : undefined;
  const said: ToolOutput = text === undefined || result.error === undefined ? shown : { type: "text", text };
  return {
    result: {
      ...result,
      output: own ? said : boundOutput(result.output, limits).output,
      ...forPeople(result),
      ...(ref && { ref }),
    },
    content: text ?? content,
    plain: own && (text === undefined || said !== shown),
  };
}

/** What only a person sees is bounded too: it is stored and sent like everything else. */
function forPeople({ forUser = "", artifact }: ToolResult): Pick<ToolResult, "forUser" | "artifact"> {
  const text = forUser === "" ? undefined : outputText(boundOutput({ type: "text", text: forUser }).output);
  const bounded =
    artifact === undefined ? undefined : boundOutput({ type: "json", value: artifact }, ARTIFACT_LIMITS).output;
  return {
    ...(text === undefined ? {} : { forUser: text }),
    ...(bounded?.type === "json" ? { artifact: bounded.value } : {}),
  };
}

function limitsFor(tool: Tool | undefined, limits: Partial<OutputLimits> | undefined): Partial<OutputLimits> {
  if (tool?.spec.boundsOutput !== true) return limits ?? {};
  const { maxBytes = 51_200, maxLines = 2_000, headBytes = 40_960, tailBytes = 10_240 } = limits ?? {};
  return {
    maxBytes: maxBytes * SELF_BOUND_FACTOR,
    maxLines: maxLines * SELF_BOUND_FACTOR,
    headBytes: headBytes * SELF_BOUND_FACTOR,
    tailBytes: tailBytes * SELF_BOUND_FACTOR,
  };
}

interface Keeping extends Pick<LargeOutput, "output" | "tool" | "env"> {
  readonly text: string;
}

/** Undefined when the text is short, the tool keeps its own, or it could not be kept. */
async function keepAside({ output, text, tool, env }: Keeping): Promise<OutputRef | undefined> {
  if (tool?.spec.boundsOutput === true || !isWorthKeepingAside(output, text)) return undefined;
  const cache = cacheOf(env);
  try {
    return cache && (await keepOutput(output, text, { cache, owner: env.conversation }));
  } catch (error) {
    env.core.logger.error("An output could not be kept aside", { toolCallId: env.toolCallId, error });
    return undefined;
  }
}

/** A runner that was given no cache makes one in memory when the first output needs it. */
function cacheOf({ core }: CallEnv): OutputCache | undefined {
  if (core.options.outputCache === false) return undefined;
  core.outputCache ??= createMemoryOutputCache();
  return core.outputCache;
}

function isEmpty(content: ReturnType<typeof renderOutput>): boolean {
  return content.length === 0 || content === NO_OUTPUT;
}

/** Some providers reject an empty message: say what is known instead. */
function emptyText({ error }: ToolResult, { core }: CallEnv): string {
  if (error === undefined) return NO_OUTPUT;
  if (error.message !== "") return error.message;
  return error.cause === undefined ? NO_OUTPUT : thrownMessage(error.cause, core);
}
