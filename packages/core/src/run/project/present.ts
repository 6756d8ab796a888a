import type { ToolOutput } from "../../result/output.ts";
import type { Part } from "../../result/part.ts";
import { NO_OUTPUT, renderOutput } from "../../result/render-output.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import { lazy } from "../../tool/lazy.ts";
import type { Tool } from "../../tool/tool.ts";
import type { CallEnv } from "../call-env.ts";

const unusual = lazy(() => import("./present-unusual.ts"));

/** A result within the limits, and what the model reads of it. */
export interface Presented {
  readonly result: ToolResult;
  readonly content: string | readonly Part[];
  /** The content is simply the output, rendered: an event need not hold it twice. */
  readonly plain: boolean;
}

/** UTF-16 units up to which a text is surely within every limit and not worth keeping aside. */
const SHORT = 680;

/** The last step of every call: format, scrub, bound, keep the full text aside. Most results need none of it. */
export function present(result: ToolResult, tool: Tool | undefined, env: CallEnv): Presented | Promise<Presented> {
  const content = tool?.spec.formatOutput === undefined && isPlain(result) ? shortText(result.output) : undefined;
  return content === undefined ? showUnusual(result, tool, env) : { result, content, plain: true };
}

async function showUnusual(result: ToolResult, tool: Tool | undefined, env: CallEnv): Promise<Presented> {
  const { presentUnusual } = await unusual();
  return presentUnusual(result, tool, env);
}

/** Nothing beside the output needs bounding. */
function isPlain({ forUser, artifact }: ToolResult): boolean {
  return forUser === undefined && artifact === undefined;
}

function shortText(output: ToolOutput): string | undefined {
  const content = output.type === "parts" ? undefined : renderOutput(output);
  if (typeof content !== "string" || content === "" || content === NO_OUTPUT) return undefined;
  return content.length <= SHORT ? content : undefined;
}
