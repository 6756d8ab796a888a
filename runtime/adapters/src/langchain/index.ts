export type { FromToolsOptions } from "../reverse/from-options.ts";
export type { AdapterOptions } from "../shared/adapter-options.ts";
export { ForeignCallError } from "../shared/foreign-call-error.ts";
export { fromLangChainTools, type LangChainToolLike } from "./from-langchain-tools.ts";
export { type RawArgumentsMiddleware, rawArguments } from "./raw-arguments.ts";
export { type LangChainTool, toLangChainTools } from "./to-langchain-tools.ts";
