export type { AdapterOptions } from "../shared/adapter-options.ts";
export { type LangChainTool, toLangChainTools } from "./to-langchain-tools.ts";
