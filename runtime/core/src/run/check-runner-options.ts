import { byTheirNames, type CheckedOptions, checkOptions, nested, type OptionRules } from "../options/check-options.ts";
import { aLogger } from "../options/composed-rules.ts";
import {
  aBoolean,
  aCount,
  aFunction,
  anObject,
  either,
  milliseconds,
  oneOf,
  withFunctions,
} from "../options/option-rules.ts";
import type { OutputLimits } from "../result/output-limits.ts";
import { COMMON_RULES, MOST_OUTPUT_BYTES, type RunnerOptions } from "./runner-options.ts";

/** What every option that runners and loops share may be. */
export const RUNNER_RULES: Omit<OptionRules<RunnerOptions>, "registry"> = {
  ...COMMON_RULES,
  approver: withFunctions(
    "an approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) }",
    "approve",
  ),
  outputCache: either(
    oneOf(false),
    withFunctions("an OutputCache, such as createMemoryOutputCache()", "save", "lines"),
  ),
  cacheTools: aBoolean,
  overrides: {
    form: "a Map from the ids of dependencies to functions that make them: new Map([override(KEY, () => value)])",
    fits: isOverrides,
  },
  dependencies: withFunctions("a DependencyHolder: new DependencyHolder()", "endConversation", "of"),
  deps: anObject,
  thrownErrors: oneOf("message", "safe"),
  validate: aBoolean,
  repair: aBoolean,
  redundancy: oneOf("run", "all", "off"),
  loopGuard: aBoolean,
  maxConcurrency: aCount(1),
  timeoutMs: milliseconds,
  approvalTimeoutMs: milliseconds,
  limits: nested<Partial<OutputLimits>>({
    maxBytes: aCount(1),
    maxLines: aCount(1),
    headBytes: aCount(0),
    tailBytes: aCount(0),
  }),
  maxOutputBytes: {
    form: `a whole number of bytes from 1 to ${MOST_OUTPUT_BYTES}`,
    fits: (value) => typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MOST_OUTPUT_BYTES,
  },
  logger: aLogger,
  now: aFunction,
  conversation: { form: "{ channel, chatId }, two strings", fits: isConversation },
  onAsyncResult: aFunction,
};

/** What other libraries call them: ours, then theirs. */
const OTHER_NAMES = `
  approver, or requiresConfirmation of the tool|needsApproval
  policy|toolApproval permissions
  policy, such as askForWrites|requireToolApproval
  policy: { decide(tool, args) { … } }|needsApprovalFn interruptOn interruptBefore interruptAfter canUseTool
  policy, such as createPermissions({ mode }).policy|permissionMode
  policy, which allows where it should|autoApprove
  approver|onApprovalRequest onApproval humanInTheLoop
  deps|context experimental_context toolContext runtimeContext requestContext configurable
  thrownErrors|toolErrorFormatter
  execute of the tool, which may try again|retries
  timeoutMs (milliseconds)|timeout
  maxConcurrency|concurrency parallelToolCalls
  activity: new ActivityStream(journal)|journal
  activity, whose subscribe tells of events|onEvent
  signal|abortSignal
`;

/** The same by their names. */
export function runnerOtherNames(): Readonly<Record<string, string>> {
  return byTheirNames(OTHER_NAMES);
}

/** Made once: a runner is made often, and its rules are always the same. */
const RUNNER: CheckedOptions<RunnerOptions> = {
  of: "ToolRunner",
  rules: {
    ...RUNNER_RULES,
    registry: withFunctions("a ToolRegistry: new ToolRegistry([tool])", "get", "tools"),
  },
  otherNames: () => ({
    ...runnerOtherNames(),
    tools: "registry: new ToolRegistry(tools)",
    use: "runner.use(middleware)",
    middleware: "runner.use(middleware)",
    signal: "the context of a call: runner.exec(call, { signal })",
  }),
  needed: ["registry"],
};

/** Throws a `TypeError` for options that a runner cannot be made of. */
export function checkRunnerOptions(options: RunnerOptions): void {
  checkOptions(options, RUNNER);
}

function isConversation(value: unknown): boolean {
  if (!anObject.fits(value)) return false;
  const { channel, chatId } = Object(value);
  return typeof channel === "string" && typeof chatId === "string";
}

function isOverrides(value: unknown): boolean {
  // Two realms may meet, so not by `instanceof`.
  if (Object.prototype.toString.call(value) !== "[object Map]") return false;
  const entries: readonly unknown[] = Array.from(Object(value));
  return entries.every((entry) => Array.isArray(entry) && typeof entry[0] === "string" && aFunction.fits(entry[1]));
}
