import type { JsonSchema, Tool } from "@toolwright/core";

/**
 * The same tool, whose definition leaves these parameters out: it takes them, for models that know them from elsewhere,
 * and no other model need read of them.
 */
export function takingAlso(keys: readonly string[], tool: Tool): Tool {
  const { parameters } = tool.definition;
  const all = Object.entries<JsonSchema>(Object(parameters.properties));
  const properties = Object.freeze(Object.fromEntries(all.filter(([key]) => !keys.includes(key))));
  const definition = Object.freeze({ ...tool.definition, parameters: Object.freeze({ ...parameters, properties }) });
  return Object.freeze({ ...tool, definition });
}
