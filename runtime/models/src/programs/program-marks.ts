import type { LlmToolDefinition } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import { orFailure } from "./program-error.ts";

/** What a tool says for programs in `providerOptions.openai`, by the names that the AI SDK's package has for it. */
interface ProgramMarks {
  readonly allowedCallers?: unknown;
  readonly outputSchema?: unknown;
}

function marksOf({ providerOptions }: LlmToolDefinition): ProgramMarks {
  const { openai } = Object(providerOptions);
  return isFields(openai) ? openai : {};
}

/** Whether programs of OpenAI may call the tool. */
export function isForPrograms(tool: LlmToolDefinition): boolean {
  const { allowedCallers } = marksOf(tool);
  return Array.isArray(allowedCallers) && allowedCallers.includes("programmatic");
}

/** Who may call the tool, and what a program is given: `allowed_callers` and `output_schema` of openai-node. */
export function programFields(tool: LlmToolDefinition): object {
  if (!isForPrograms(tool)) return {};
  const { allowedCallers, outputSchema } = marksOf(tool);
  return { allowed_callers: allowedCallers, output_schema: orFailure(outputSchema) };
}

/** The tools whose outputs go out as JSON, each with whether it gives JSON itself; else that is a text. */
export function jsonOutputs(tools: readonly LlmToolDefinition[]): ReadonlyMap<string, boolean> {
  return new Map(
    tools.filter(isForPrograms).map((tool) => {
      const { outputSchema } = marksOf(tool);
      return [tool.function.name, isFields(outputSchema) && outputSchema.type !== "string"] as const;
    }),
  );
}
