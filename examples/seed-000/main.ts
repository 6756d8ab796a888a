import { type PromptStep, runPrompt } from "@toolwright/core/prompt";
import { scripted } from "@toolwright/models";
import { assistantPrompt } from "./assistant-prompt.ts";
import { input } from "./document/composite-input.ts";
import { expensiveQuery } from "./query.ts";

const query = { name: "cachedQuery", arguments: { query: "core" } };
const model = scripted([
  { text: "Both at once.", toolCalls: [{ name: "math", arguments: input }] },
  { toolCalls: [query] },
  { toolCalls: [query] },
  { toolCalls: [{ name: "advancedTool" }] },
  { toolCalls: [{ name: "finish" }] },
  { toolCalls: [{ name: "advancedTool" }] },
  { text: "3, 12, and @toolwright/core." },
]);

const nothing = () => undefined;
const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const { result, prompt } = await runPrompt(assistantPrompt, { model, logger, redaction: "required" });
await result.text;

for (const step of prompt.steps) show(step);
console.log(`\nqueries that were executed: ${expensiveQuery.count}`);

function show({ step, activeTools, input, output }: PromptStep): void {
  const [newest, last] = [input.prompt.findLast(({ role }) => role === "tool"), input.prompt.at(-1)];
  console.log(`\nstep ${step}, tools: ${activeTools.join(", ")}`);
  if (newest?.role === "tool")
    console.log(`  ${newest.content.map(({ toolName, result }) => `${toolName} gave ${text(result)}`)}`);
  if (last?.role === "user") console.log(`  ${text(last.content).replaceAll("\n", "\n  ")}`);
  for (const part of output.content) {
    console.log(part.type === "text" ? `  says "${part.text}"` : `  calls ${part.toolName} ${text(part.input)}`);
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
