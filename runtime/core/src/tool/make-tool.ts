import { frozenJson } from "../json/frozen-json.ts";
import type { JsonSchema } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import { shownValue } from "../options/check-options.ts";
import { compileInputSchema } from "../schema/compile/compile-input-schema.ts";
import { compileOutputSchema } from "../schema/compile/compile-output-schema.ts";
import { checkDeclaredKeys } from "./declared-keys.ts";
import { declaredEffects } from "./effects.ts";
import type { DefineToolOptions, ToolCore, ToolSpec } from "./tool.ts";
import { checkAllowlist, checkToolOptions } from "./tool-options.ts";

/** The names every provider accepts. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Makes a tool of what its author wrote. Throws a `TypeError` that names the tool when its name or a schema cannot be
 * used.
 */
export function makeTool<I, O extends S, S = O>(options: DefineToolOptions<I, O, S>): ToolCore {
  const spec = compile(options);
  const { name, description, effects } = spec;
  const definition = Object.freeze({ name, description, parameters: frozenCopy(spec) });
  return Object.freeze({ name, description, effects, definition, spec });
}

/** The schema as models are told of it. What the caller, or a model adapter, does to its own copy changes nothing. */
function frozenCopy({ name, input }: ToolSpec): JsonSchema {
  const copied = toJson(input.jsonSchema);
  if (!copied.ok) throw new TypeError(`Tool ${name}: its input schema cannot be written as JSON.`);
  return Object(frozenJson(copied.value));
}

function compile<I, O, S>(options: DefineToolOptions<I, O, S>): ToolSpec {
  const { name, output, ...rest } = options ?? {};
  if (name === undefined) checkToolOptions(options, "without a name");
  if (typeof name !== "string" || !TOOL_NAME.test(name)) {
    throw new TypeError(`Tool name ${shownValue(name)} is not usable: it must match ${TOOL_NAME.source}.`);
  }
  checkToolOptions(options, name);
  const compiling = { toolName: name, ...(options.validator && { validator: options.validator }) };
  const spec: ToolSpec = {
    ...rest,
    name,
    description: options.description ?? "",
    effects: declaredEffects(options.effects),
    input: compileInputSchema(options.input, compiling),
    ...(output === undefined ? {} : { output: compileOutputSchema(output, compiling) }),
  };
  checkAllowlist(spec);
  checkDeclaredKeys(spec);
  return spec;
}
