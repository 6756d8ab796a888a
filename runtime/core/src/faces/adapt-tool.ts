import type { Tool } from "../tool/tool.ts";
import { defineTool } from "./define-tool.ts";
import { refuseUnread } from "./refuse-unread.ts";
import type { RegistryTool } from "./registry-tool.ts";
import { runRegistryTool } from "./run-registry-tool.ts";

/** What of an object with execute(ctx, args) is read. */
const READ: ReadonlySet<string> = new Set([
  "name",
  "description",
  "parameters",
  "allowlist",
  "execute",
  "setContext",
  "setCallback",
]);

const MADE = "Make one with defineTool({ name, description, input, execute }).";

/** Throws a `TypeError` for what is the tool of another library, and for a name or a schema that cannot be used. */
export function adaptTool(tool: object): Tool {
  refuseOtherForms(tool);
  const { name, description, parameters, allowlist } = tool;
  return defineTool({
    name,
    description,
    input: parameters ?? { type: "object", properties: {} },
    ...(allowlist === undefined ? {} : { allowlist }),
    execute: (input, ctx) => runRegistryTool(tool, input, ctx),
  });
}

function refuseOtherForms(tool: object): asserts tool is RegistryTool {
  const name = "name" in tool && typeof tool.name === "string" ? tool.name : "without a name";
  const strange = formOf(tool);
  if (strange !== undefined) throw new TypeError(`Tool ${name}: this is ${strange}. ${MAKERS.get(strange) ?? MADE}`);
  if (!("execute" in tool) || typeof tool.execute !== "function")
    throw new TypeError(`Tool ${name} has no execute function. ${MADE}`);
  refuseUnread(tool, { name, read: READ, form: "an object with execute(ctx, args); defineTool has it" });
}

const OF_AI_SDK = "a tool of the AI SDK";
const OF_LANGCHAIN = "a tool of LangChain";

/** Where the adapters make tools of theirs ours. */
const MAKERS: ReadonlyMap<string, string> = new Map([
  [OF_AI_SDK, "fromAiSdkTools({ name: tool }) of @toolwright/adapters/ai-sdk makes one for here, or defineTool."],
  [OF_LANGCHAIN, "fromLangChainTools([tool]) of @toolwright/adapters/langchain makes one for here, or defineTool."],
]);

/** The library that such an object is of. */
function formOf(tool: object): string | undefined {
  if ("type" in tool && "function" in tool) return "what a model is told of a tool, as OpenAI writes it";
  if ("lc_namespace" in tool || ("schema" in tool && "invoke" in tool)) return OF_LANGCHAIN;
  if ("type" in tool && "invoke" in tool) return "a tool of the OpenAI Agents SDK";
  if ("inputSchema" in tool && "id" in tool) return "a tool of Mastra";
  if ("inputSchema" in tool && "execute" in tool) return OF_AI_SDK;
  if ("inputSchema" in tool || "input_schema" in tool)
    return "the description of a tool, as MCP and Anthropic write it";
  return undefined;
}
