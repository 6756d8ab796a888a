import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, stepCountIs, type ToolSet, tool } from "ai";
import type { Arm, Assignment, MadeCall } from "./arm.ts";
import { PLAIN_SYSTEM } from "./arm.ts";
import { plainTools } from "./plain-tools.ts";

/** AI SDK 7 as its documentation shows a loop, with seven plain tools. */
export const runAiSdk: Arm = async (assignment) => {
  const { baseUrl: baseURL, model, maxSteps, request } = assignment;
  const ran = new Map<string, unknown>();
  const result = await generateText({
    model: createOpenAICompatible({ name: "local", baseURL, includeUsage: true })(model),
    tools: toolsOf(assignment, ran),
    stopWhen: stepCountIs(maxSteps),
    temperature: 0,
    maxOutputTokens: assignment.maxTokens,
    maxRetries: 0,
    system: PLAIN_SYSTEM,
    prompt: request,
  });
  const calls = result.steps.flatMap(({ toolCalls, content }) =>
    toolCalls.map(({ toolCallId, toolName, input }): MadeCall => {
      const answered = content.find(
        (part) => "toolCallId" in part && part.toolCallId === toolCallId && part.type !== "tool-call",
      );
      const answer =
        answered?.type === "tool-result" ? String(answered.output) : String(Object(answered).error ?? "refused");
      const made = { name: toolName, asked: JSON.stringify(input), answer, isMended: false };
      return ran.has(toolCallId)
        ? { ...made, ran: ran.get(toolCallId), isRefused: answered?.type !== "tool-result" }
        : { ...made, isRefused: true };
    }),
  );
  const { inputTokens = 0, outputTokens = 0 } = result.totalUsage;
  return { answer: result.text, steps: result.steps.length, tokensIn: inputTokens, tokensOut: outputTokens, calls };
};

function toolsOf({ folder, function: only }: Assignment, ran: Map<string, unknown>): ToolSet {
  if (only !== undefined) {
    const execute = (input: unknown, { toolCallId }: { readonly toolCallId: string }) => {
      ran.set(toolCallId, input);
      return "done";
    };
    return { [only.tool]: tool({ description: only.tool, inputSchema: jsonSchema(only.schema), execute }) };
  }
  const made = plainTools(folder ?? ".").map(({ name, description, input, execute }) => [
    name,
    tool({
      description,
      inputSchema: input,
      execute: (given: Record<string, unknown>, { toolCallId }: { readonly toolCallId: string }) => {
        ran.set(toolCallId, given);
        return execute(given as Record<string, string>);
      },
    }),
  ]);
  return Object.fromEntries(made);
}
