// Endings that few calls have, and what else few calls need: loaded with the first one. Refusals are in `refusals.ts`.

import { failure } from "../result/failure.ts";
import { outputText } from "../result/output-text.ts";
import type { Part } from "../result/part.ts";
import { toolMessage } from "../result/tool-message.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { earlyScrubber } from "../secrets/early-scrubber.ts";
import { makeScrubber } from "../secrets/make-scrubber.ts";
import type { Tool } from "../tool/tool.ts";
import { CallIds, mintId } from "./call-ids.ts";
import { callProblem, contextProblem } from "./check-call.ts";
import type { RunnerOptions } from "./runner-options.ts";
import type { Scope } from "./scope.ts";
import { scrubbedLogger } from "./scrubbed-logger.ts";
import { callName, type DecodedCall, type SettledCall, type ToolCall } from "./stages.ts";

export { copyResult } from "../result/copy-result.ts";
export * from "../result/failure.ts";
export { unreadable, unwritable } from "../result/unwritable.ts";
export { repairArguments } from "../schema/repair-arguments.ts";
export { warnOfUnmatched } from "./dependencies.ts";
export { afterSuccess, afterThrow, beforeExecute, withErrorOutput } from "./hooks.ts";
export * from "./refusals.ts";
export { hookFailure, thrownDetails, thrownMessage } from "./thrown.ts";

/** Told to the model with the third identical outcome in a row. */
const NOTE =
  "[The same call came to the same result 3 times in a row. Change the arguments or go on without it: the run stops if it is repeated twice more.]";

/** The answer to a call, with the note under it. */
export function withRepetitionNote(content: string | readonly Part[]): string | readonly Part[] {
  return typeof content === "string" ? `${content}\n${NOTE}` : [...content, { type: "text", text: NOTE }];
}

/** An event could not be stored, or the runner itself has a bug. Nobody was told, so nothing may be assumed. */
export function unrecorded({ name }: DecodedCall, { toolCallId, logger }: Scope, error: unknown): SettledCall {
  logger.error("A call could not be recorded", { tool: name, toolCallId, error });
  const result = failure({ code: "outcome_unknown", message: "the call could not be recorded; it may have run." });
  return unheard(toolCallId, name, result);
}

/** The end of a call whose runner cannot start: its journal cannot be read, or its secrets cannot be used. */
export function notReady(call: ToolCall): SettledCall {
  const result = failure({ code: "skipped", message: "The runner could not start, so this call was not run." });
  return unheard(new CallIds(makeScrubber()).claim(call?.id), callName(call?.name), result);
}

/** Calls as they were read, and as they were given. */
interface GivenCalls {
  readonly asked: readonly ToolCall[];
  readonly given: readonly unknown[];
  readonly context: unknown;
}

/** The end of all calls of a step in which one has a form that no call has; none where there is no such call. */
export function misused({ asked, given, context }: GivenCalls, { logger, secrets }: RunnerOptions): SettledCall[] {
  const inContext = context === undefined || context === null ? undefined : contextProblem(context);
  const problem = inContext ?? asked.map((call, at) => callProblem(call, given[at])).find((one) => one !== undefined);
  if (problem === undefined) return [];
  const scrubber = earlyScrubber(secrets);
  scrubbedLogger(logger ?? console, scrubber).error("A call was not run", { error: problem });
  const result = failure({ code: "skipped", message: `${scrubber.text(problem)} It was not run.` });
  return asked.map((call) => unheard(mintId(), callName(call?.name), result));
}

function unheard(toolCallId: string, toolName: string, result: ToolResult): SettledCall {
  const message = toolMessage({ toolCallId, content: outputText(result.output), result });
  return { toolCallId, toolName, result, message, durationMs: 0 };
}

/** Says why a runner cannot start, with secrets masked. Never throws. */
export function reportNotReady(error: unknown, { logger, secrets }: RunnerOptions): void {
  scrubbedLogger(logger ?? console, earlyScrubber(secrets)).error("The runner could not start", { error });
}

/** Data of this form is most likely meant as an output, and would be shown as JSON. */
export function warnOfOutput({ name }: Tool, { logger }: Scope): void {
  const environment: unknown = Reflect.get(Reflect.get(globalThis, "process") ?? {}, "env");
  if (Reflect.get(Object(environment), "NODE_ENV") === "production") return;
  logger.warn(
    `Tool ${name} returned an object that looks like an output, and is taken as data: textOutput(), jsonOutput() and partsOutput() make outputs.`,
  );
}
