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

/** What a small model is told of a tool: one sentence, and the names of some parameters. */
export interface FewWords {
  readonly says: string;
  readonly parameters: readonly string[];
}

/** The same tool, whose definition says no more than this, the types of its parameters and which it needs. */
export function inFewWords(tool: Tool, { says, parameters: names }: FewWords): Tool {
  const { definition } = showing(tool, (name) => names.includes(name));
  const plain = Object.entries<JsonSchema>(Object(definition.parameters.properties)).map(
    ([name, { type, items }]) => [name, { type, ...(items !== undefined && { items }) }] as const,
  );
  const properties = Object.freeze(Object.fromEntries(plain));
  const parameters = Object.freeze({ ...definition.parameters, properties });
  return Object.freeze({ ...tool, definition: Object.freeze({ ...definition, description: says, parameters }) });
}
