import { toJson } from "../json/to-json.ts";
import type { ProviderCall } from "../model/model-port.ts";
import { boundOutput } from "../result/bound-output.ts";
import { failure } from "../result/failure.ts";
import type { ToolOutput } from "../result/output.ts";
import { outputText } from "../result/output-text.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { Run } from "./run.ts";

/**
 * Tells of calls that the provider ran while its model answered, as of any other call, with what came of them: masked,
 * and within the limits of what a model reads. What goes back to the provider stands in the message's `providerState`.
 */
export async function tellProviderCalls(run: Run, calls: readonly ProviderCall[]): Promise<void> {
  const { scrubber, ids } = run.core;
  for (const { id, name, arguments: args, result, isError = false } of calls) {
    const about = { toolCallId: ids.claim(id), toolName: scrubber.name(name), byProvider: true } as const;
    const read = toJson(args);
    const shown = read.ok ? Object(scrubber.json(read.value)) : {};
    await run.emit("tool_call_start", { ...about, arguments: shown }, { id: about.toolCallId });
    const ended = resultOf(cleanOutput(result, scrubber), isError);
    await run.emit(
      "tool_call_end",
      { ...about, success: !isError, result: ended, durationMs: 0 },
      { id: about.toolCallId },
    );
  }
}

function cleanOutput(result: ProviderCall["result"], scrubber: Scrubber): ToolOutput {
  if (result === undefined) return { type: "text", text: "" };
  const read = toJson(result);
  const value = read.ok ? scrubber.json(read.value) : read.problem;
  return boundOutput(typeof value === "string" ? { type: "text", text: value } : { type: "json", value }).output;
}

function resultOf(output: ToolOutput, isError: boolean): ToolResult {
  if (isError) return failure({ code: "execution_failed", message: outputText(output) || NO_REASON });
  return { output, silent: false, isError: false, async: false };
}

const NO_REASON = "the provider says no more.";
