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
 * A program is open from the answer that begins it to the one in which it ends: the calls that it makes stand between.
 */
export async function tellProviderCalls(run: Run, calls: readonly ProviderCall[]): Promise<void> {
  for (const call of calls) {
    // It is one call in two answers, which has the same id in both.
    const toolCallId = call.program === "ended" ? call.id : run.core.ids.claim(call.id);
    const about = { toolCallId, toolName: run.core.scrubber.name(call.name), byProvider: true } as const;
    if (call.program !== "ended") await tellStart(run, call, about);
    if (call.program !== "begun") await tellEnd(run, call, about);
  }
}

interface OfProvider {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly byProvider: true;
}

/** A program goes on behind its calls, as a tool that replays does. */
async function tellStart(run: Run, { arguments: args, program }: ProviderCall, about: OfProvider): Promise<void> {
  const read = toJson(args);
  const shown = read.ok ? Object(run.core.scrubber.json(read.value)) : {};
  const replays = program !== undefined && ({ replays: true } as const);
  await run.emit("tool_call_start", { ...about, arguments: shown, ...replays }, { id: about.toolCallId });
}

async function tellEnd(run: Run, { result, isError = false }: ProviderCall, about: OfProvider): Promise<void> {
  const ended = resultOf(cleanOutput(result, run.core.scrubber), isError);
  await run.emit(
    "tool_call_end",
    { ...about, success: !isError, result: ended, durationMs: 0 },
    { id: about.toolCallId },
  );
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
