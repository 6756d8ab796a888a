// What is called of frameworks that are installed beside this package, if they are. Their own types are not needed to
// build it.

declare module "@openai/agents" {
  export const tool: unknown;
}

declare module "@langchain/core/tools" {
  export const tool: unknown;
}

declare module "@langchain/core/messages" {
  export const ToolMessage: unknown;
}

declare module "@mastra/core/tools" {
  export const createTool: unknown;
}

declare module "@langchain/core/utils/json_schema" {
  export const toJsonSchema: unknown;
}
