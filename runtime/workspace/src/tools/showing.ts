import type { JsonSchema, Tool } from "@toolwright/core";

/**
 * The same tool, whose definition shows only the parameters that fit: it takes the others as well, and does not say
 * that nothing else is taken, which would be untrue.
 */
export function showing(tool: Tool, isShown: (name: string) => boolean): Tool {
  const { additionalProperties: _, ...parameters } = tool.definition.parameters;
  const all = Object.entries<JsonSchema>(Object(parameters.properties));
  const shown = all.filter(([name]) => isShown(name));
  if (shown.length === all.length) return tool;
  const properties = Object.freeze(Object.fromEntries(shown));
  const definition = Object.freeze({ ...tool.definition, parameters: Object.freeze({ ...parameters, properties }) });
  return Object.freeze({ ...tool, definition });
}
