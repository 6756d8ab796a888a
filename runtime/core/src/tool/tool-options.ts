import { byTheirNames, checkOptions, nested, type OptionRules } from "../options/check-options.ts";
import {
  aBoolean,
  aFunction,
  anArray,
  anObject,
  aText,
  either,
  milliseconds,
  type OptionRule,
  oneOf,
} from "../options/option-rules.ts";
import type { CompiledSchema } from "../schema/check/compiled-schema.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { Effects } from "./effects.ts";
import { isTool } from "./is-tool.ts";
import type { DefineToolOptions, ToolSpec } from "./tool.ts";

/**
 * What other libraries, or a hurried hand, call an option: ours, then theirs. A guard that nobody knows would be no
 * guard.
 */
const OTHER_NAMES = `requiresConfirmation|needsApproval needs_approval needsApprovalFn requireApproval requiresApproval requireConfirmation requireToolApproval confirm approval interruptOn
input|inputSchema input_schema parameters params args argsSchema schema
output|outputSchema output_schema returns
timeoutMs|timeout timeoutSeconds
execute|run handler func fn function invoke call callback
name|id title
effects: "read"|readOnly readonly readOnlyHint
effects: "write"|destructive destructiveHint
effects: { kind, idempotent: true }|idempotent
effects|annotations sideEffects
allowlist|expose redact
formatOutput|toModelOutput`;

/** The same for what is no guard: an object of one's own may have such a field. */
const OTHER_WORDS = `withStrictTools(model, provider)|strict
prepareStep of the loop, or offers of a Policy|isEnabled
onError, or errorOutput|errorFunction failureErrorFunction handleToolError
execute, which may try again within its deadline|retries maxRetries
activity of the loop, whose events tell of calls|callbacks onInputStart onInputDelta onInputAvailable
endsRun: true of the output|returnDirect
an approver of the loop|suspendSchema resumeSchema
deps of the loop, or ctx.resolve(KEY)|requestContextSchema contextSchema`;

/** What other libraries call the options of a tool. */
export function toolOtherNames(): Readonly<Record<string, string>> {
  return { ...byTheirNames(OTHER_WORDS), ...byTheirNames(OTHER_NAMES) };
}

/** What a guard, a schema or a function of another library is called here, if it is one. */
export function otherToolOption(name: string): string | undefined {
  return new Map(Object.entries(byTheirNames(OTHER_NAMES))).get(name);
}

/** Whether `defineTool` has such an option. */
export function isToolOption(name: string): boolean {
  return Object.hasOwn(TOOL_RULES, name);
}

const effectKind = oneOf("read", "write", "external");

const effects: OptionRule = {
  form: `${effectKind.form}, or { kind, idempotent, volatile, onlyLooks, onlyCalls } with one of them as kind`,
  fits: (value) => effectKind.fits(value) || anObject.fits(value),
  look: (value, of) => typeof value === "object" && WHOLE_EFFECTS.look?.(value, of),
};

const WHOLE_EFFECTS = nested<Exclude<Effects, string>>({
  kind: effectKind,
  idempotent: aBoolean,
  volatile: aBoolean,
  onlyLooks: aFunction,
  onlyCalls: aBoolean,
});

/** A schema of any library, or a plain one. */
export const A_SCHEMA: OptionRule = {
  form: 'a schema: z.object({ … }) of zod 4.2 or newer, another Standard Schema, or a JSON Schema such as { type: "object", properties: { … } }',
  fits: (value) => anObject.fits(value) || aFunction.fits(value),
};

const aListOfKeys: OptionRule = {
  form: "an array of keys of the input",
  fits: (value) => Array.isArray(value) && value.every(aText.fits),
};

const namesByKey: OptionRule = {
  form: 'an object of keys of the input with the other names of each, such as { file_path: ["path"] }',
  fits: (value) => anObject.fits(value) && Object.values(Object(value)).every(aListOfKeys.fits),
};

const aListOfTools: OptionRule = {
  form: "an array of tools",
  fits: (value) => Array.isArray(value) && value.every(isTool),
};

const allowlist: OptionRule = {
  form: '"all", "none" or an array of keys of the output',
  fits: (value) => oneOf("all", "none").fits(value) || (Array.isArray(value) && value.every(aText.fits)),
};

/** What every option of a tool may be. */
export const TOOL_RULES: OptionRules<DefineToolOptions<unknown, unknown>> = {
  name: aText,
  description: aText,
  input: A_SCHEMA,
  emptyIsAbsent: aListOfKeys,
  aliases: namesByKey,
  insteadOf: aFunction,
  inputExamples: anArray,
  providerOptions: anObject,
  output: A_SCHEMA,
  validator: aFunction,
  allowlist,
  allowUserText: aBoolean,
  effects,
  concurrent: aBoolean,
  requiresConfirmation: either(aBoolean, aFunction),
  preview: aFunction,
  timeoutMs: either(milliseconds, aFunction),
  streamsOutput: aBoolean,
  boundsOutput: aBoolean,
  suppressExecutionAnimation: aBoolean,
  replays: aBoolean,
  execute: aFunction,
  beforeCall: aFunction,
  onSuccess: aFunction,
  onError: aFunction,
  formatOutput: aFunction,
  errorOutput: aFunction,
  subTools: aListOfTools,
};

/** Throws a `TypeError` for options that a tool cannot be made of: a misspelt guard must not be a missing one. */
export function checkToolOptions(options: object, name: string): void {
  checkOptions<DefineToolOptions<unknown, unknown>>(options, {
    of: `Tool ${name}`,
    rules: TOOL_RULES,
    otherNames: toolOtherNames,
    needed: ["name", "description", "input", "execute"],
  });
}

/** Throws a `TypeError` for a contract that no tool can keep. */
export function checkContract(contract: object): void {
  const { name, description, input, output, allowlist, effects } = TOOL_RULES;
  checkOptions<ContractOptions>(contract, {
    of: "The contract of a tool",
    rules: { name, description, input, output, allowlist, effects },
    otherNames: () => ({ ...toolOtherNames(), execute: "the second argument of bindTool(contract, execute)" }),
    needed: ["name", "description", "input"],
  });
}

type ContractOptions = Pick<
  DefineToolOptions<unknown, unknown>,
  "name" | "description" | "input" | "output" | "allowlist" | "effects"
>;

/** Throws a `TypeError` for a key of the allowlist that no output can have, as far as the output's schema says. */
export function checkAllowlist({ name, allowlist: keys, output }: ToolSpec): void {
  if (typeof keys !== "object" || output === undefined) return;
  if (output.jsonSchema.type === "array")
    throw new TypeError(`Tool ${name}: the output is a list, which has no keys; allowlist must be "all" or "none".`);
  const known = keysOf(output.jsonSchema);
  if (known === undefined) return;
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const near = nearestName(unknown, known);
  const hint = near === undefined ? `its keys are ${known.join(", ") || "none"}.` : `did you mean ${near}?`;
  throw new TypeError(
    `Tool ${name}: allowlist names ${JSON.stringify(unknown)}, which the output schema does not have; ${hint}`,
  );
}

/** The keys of a closed object; undefined where more may come. */
function keysOf(jsonSchema: CompiledSchema["jsonSchema"]): readonly string[] | undefined {
  const { type, properties, additionalProperties } = jsonSchema;
  const isClosed = type === "object" && additionalProperties === false && anObject.fits(properties);
  return isClosed ? Object.keys(Object(properties)) : undefined;
}
