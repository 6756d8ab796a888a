export type { AdapterOptions } from "../shared/adapter-options.ts";
export { type OpenAiAgentsModel, rawArguments } from "./raw-arguments.ts";
export { type OpenAiAgentsTool, toOpenAiAgentsTools } from "./to-openai-agents-tools.ts";
