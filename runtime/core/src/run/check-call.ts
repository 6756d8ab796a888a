import { type CheckedOptions, checkOptions, nested } from "../options/check-options.ts";
import { aBoolean, aCount, aFunction, anObject, aText, withFunctions } from "../options/option-rules.ts";
import type { ToolCall } from "./call-states.ts";
import { RUNNER_RULES } from "./check-runner-options.ts";
import type { CallContext, CallRecord } from "./runner-options.ts";

const CONTEXT: CheckedOptions<CallContext> = {
  of: "The context of a call",
  rules: {
    signal: withFunctions("an AbortSignal, such as controller.signal", "addEventListener"),
    runId: aText,
    conversation: RUNNER_RULES.conversation,
    resolve: aFunction,
    approver: RUNNER_RULES.approver,
    onOutput: aFunction,
    recorded: nested<CallRecord>({
      started: aBoolean,
      approvalId: aText,
      expiresAt: aCount(0),
      decision: anObject,
      attempt: aCount(1),
    }),
  },
  otherNames: {
    abortSignal: "signal",
    abortController: "signal: controller.signal",
    toolCallId: "id of the call: runner.exec({ id, name, arguments })",
    context: "deps of the runner",
    deps: "deps of the runner",
  },
};

/** What is wrong with a context; undefined for one that a call can run under. */
export function contextProblem(context: unknown): string | undefined {
  try {
    checkOptions(context, CONTEXT);
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : "The context of a call cannot be read.";
  }
}

/** Name or arguments in another library's place: the tool would run without them. */
export function callProblem({ name, arguments: args }: ToolCall, given: unknown): string | undefined {
  if (name !== undefined && args !== undefined) return undefined;
  const other = ELSEWHERE.find((key) => Object.hasOwn(Object(given), key));
  if (other === undefined) return undefined;
  return `A call is { name, arguments }, such as { name: "pay", arguments: { amount: 5 } }; this one has ${other}.`;
}

const ELSEWHERE = ["toolName", "tool", "function", "args", "input", "parameters", "params"];
