import { andThen, type MaybePromise } from "../async/and-then.ts";
import type { ToolOutput } from "../result/output.ts";
import { renderOutput } from "../result/render-output.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import type { Scope } from "./scope.ts";
import type { ForModel } from "./stages.ts";

const bounding = lazy(() => import("./long-message.ts"));

/** UTF-16 units up to which a text is surely within every limit and not worth keeping aside. */
const SHORT = 680;

/** Makes of a result what a model reads: formats, bounds, keeps the full text aside. Most results need none of it. */
export function messageOf(result: ToolResult, tool: Tool | undefined, scope: Scope): MaybePromise<ForModel> {
  const content = tool?.spec.formatOutput === undefined && isPlain(result) ? shortText(result.output) : undefined;
  if (content !== undefined) return { result, view: result, content, plain: true };
  return andThen(bounding(), ({ longMessage }) => longMessage(result, tool, scope));
}

/** Nothing beside the output needs bounding. */
function isPlain({ forUser, artifact }: ToolResult): boolean {
  return forUser === undefined && artifact === undefined;
}

function shortText(output: ToolOutput): string | undefined {
  const content = output.type === "parts" ? undefined : renderOutput(output);
  if (typeof content !== "string" || content === "") return undefined;
  return content.length <= SHORT ? content : undefined;
}
