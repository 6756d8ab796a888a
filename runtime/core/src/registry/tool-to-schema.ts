import type { LlmToolDefinition } from "../model/model-port.ts";
import type { Tool } from "../tool/tool.ts";

const schemas = new WeakMap<Tool, LlmToolDefinition>();

/** A tool as a model is told of it. The same object for the same tool. */
export function toolToSchema(tool: Tool): LlmToolDefinition {
  const known = schemas.get(tool);
  if (known !== undefined) return known;
  const { providerOptions, inputExamples } = tool.spec;
  const made: LlmToolDefinition = Object.freeze({
    type: "function",
    function: tool.definition,
    ...(providerOptions && { providerOptions }),
    ...(inputExamples && { inputExamples }),
  });
  schemas.set(tool, made);
  return made;
}
