import { type CheckedOptions, checkOptions, nested } from "../options/check-options.ts";
import { aBoolean, aCount, aFunction, anObject, aText, withFunctions } from "../options/option-rules.ts";
import type { ToolCall } from "./call-states.ts";
import { RUNNER_RULES } from "./check-runner-options.ts";
import type { CallContext, CallRecord } from "./runner-options.ts";

/** Calls as they were read, and as they were given. */
export interface GivenCalls {
  readonly asked: readonly ToolCall[];
  readonly given: readonly unknown[];
  readonly context: CallContext | null | undefined;
}

/** What is wrong with the form of calls, or of what they are to run under; undefined where they can be run. */
export function problemOf({ asked, given, context }: GivenCalls): string | undefined {
  if (isUsualContext(context) && asked.every(isUsualCall)) return undefined;
  return contextProblem(context) ?? asked.map((call, at) => callProblem(call, given[at])).find(isProblem);
}

function isProblem(problem: string | undefined): boolean {
  return problem !== undefined;
}

function isUsualCall({ name, arguments: args }: ToolCall): boolean {
  return name !== undefined && args !== undefined;
}

/** Most calls are spared a look at every field. */
function isUsualContext(context: CallContext | null | undefined): boolean {
  for (const key in context) if (!Object.hasOwn(CONTEXT.rules, key)) return false;
  const signal = context?.signal;
  return signal === undefined || typeof signal?.addEventListener === "function";
}

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

function contextProblem(context: unknown): string | undefined {
  if (context === undefined || context === null) return undefined;
  try {
    checkOptions(context, CONTEXT);
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : "The context of a call cannot be read.";
  }
}

/** Name or arguments in another library's place: the tool would run without them. */
function callProblem(call: ToolCall, given: unknown): string | undefined {
  if (isUsualCall(call)) return undefined;
  const other = ELSEWHERE.find((key) => Object.hasOwn(Object(given), key));
  if (other === undefined) return undefined;
  return `A call is { name, arguments }, such as { name: "pay", arguments: { amount: 5 } }; this one has ${other}.`;
}

const ELSEWHERE = ["toolName", "tool", "function", "args", "input", "parameters", "params"];
