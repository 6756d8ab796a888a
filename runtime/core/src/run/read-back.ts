import type { EventData } from "../journal/event.ts";
import { jsonIn } from "../json/json-in.ts";
import type { ToolOutput } from "../result/output.ts";
import type { OutputRef, ToolResult } from "../result/tool-result.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { outputCacheOf } from "./output-keeping.ts";
import { findTool } from "./read.ts";
import type { Scope } from "./scope.ts";

/**
 * A result whose end holds a part of it, read back whole from where long outputs are kept; undefined where that has it
 * no more. What is kept is the text that a model reads, so it is not the output of a tool that formats that.
 */
export async function readBack(end: EventData["tool_call_end"], scope: Scope): Promise<ToolResult | undefined> {
  const { result, toolName } = end;
  const { ref, output } = result;
  if (ref === undefined || findTool(toolName, scope)?.spec.formatOutput !== undefined) return undefined;
  try {
    const text = await keptText(ref, scope);
    const whole = text === undefined ? undefined : outputIn(text, output, ref);
    return whole && { ...result, output: whole };
  } catch (error) {
    scope.logger.error("A kept output could not be read", { toolCallId: end.toolCallId, error });
    return undefined;
  }
}

async function keptText({ id }: OutputRef, scope: Scope): Promise<string | undefined> {
  const cache = outputCacheOf(scope);
  const kept = cache === false ? undefined : await cache.lines(id, scope.conversation);
  if (kept === undefined) return undefined;
  const lines: string[] = [];
  for await (const line of kept) lines.push(line);
  return lines.join("\n");
}

function outputIn(text: string, { type }: ToolOutput, { bytes }: OutputRef): ToolOutput | undefined {
  if (type === "json") {
    const value = jsonIn(text);
    return value === undefined ? undefined : { type, value };
  }
  if (type !== "text") return undefined;
  // Lines do not say whether the last of them ended.
  return [text, `${text}\n`].flatMap((one) => (utf8Length(one) === bytes ? [{ type, text: one }] : []))[0];
}
