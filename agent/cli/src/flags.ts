import type { StrictProvider } from "@toolwright/core/strict";
import type { PermissionOptions, ToolsSet } from "@toolwright/workspace";

/** `true`: beside the tools; `"only"`: in their place. */
export type CodeMode = boolean | "only";

/** Options of every command that runs tools. */
export interface ToolFlags {
  readonly workspace: string;
  readonly tools?: string;
  /** A file of MCP servers. */
  readonly mcp?: string;
  /** So many tools of MCP servers are told to the model; with more it finds and calls them by two tools. */
  readonly toolSearchAbove?: number;
  /** Programs of the model call the tools, beside the model itself or in its place. Undefined: as the settings say. */
  readonly codeMode?: CodeMode;
  readonly toolsSet?: ToolsSet;
  readonly yes?: boolean;
  readonly policy?: string;
  readonly mode?: NonNullable<PermissionOptions["mode"]>;
  readonly sandbox?: string;
  readonly undoBash?: boolean;
  readonly verbose?: boolean;
}

/** What may be spent: by a run, or by all runs of a conversation. */
export interface BudgetFlags {
  /** US dollars. */
  readonly maxCost?: number;
  readonly maxTokens?: number;
  readonly maxSeconds?: number;
  /** A file of prices by the names of models. */
  readonly prices?: string;
}

/** Options of every command that calls a model. */
export interface ModelFlags extends BudgetFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly maxIterations?: number;
  /** Tokens that the model can read. */
  readonly contextWindow?: number;
  readonly record?: string;
  /** Seconds. */
  readonly firstByteTimeout?: number;
  /** Undefined: answers of a server on this machine that are nothing but calls. */
  readonly textCalls?: boolean;
  /** Undefined: where the model's name says that it is one of Anthropic. */
  readonly promptCaching?: boolean;
  /** The server is asked for responses, not for chat completions. */
  readonly responses?: boolean;
}

/** Which conversation to go on with. */
export interface ConversationFlags {
  readonly continue?: boolean;
  /** An id, or its beginning; `true` to choose. */
  readonly resume?: string | true;
}

/** What a run prints: for people, one JSON object at its end, or its events as they happen. */
export type OutputFormat = "text" | "json" | "stream-json";

/** How hard the one model of a command thinks. */
export interface EffortFlags {
  readonly effort?: string;
}

export interface RunFlags extends ToolFlags, ModelFlags, EffortFlags, ConversationFlags {
  readonly json?: boolean;
  readonly outputFormat?: OutputFormat;
}

export interface ChatFlags extends ToolFlags, ModelFlags, EffortFlags, ConversationFlags {
  /** Line after line, for screen readers. */
  readonly plain?: boolean;
  /** False: conversations keep their first words as titles. */
  readonly titles?: boolean;
}

export interface ServeFlags extends Omit<ToolFlags, "toolsSet">, Omit<ModelFlags, "model"> {
  /** `none`: its models alone, without tools and instructions. */
  readonly toolsSet?: ToolsSet | "none";
  /** The first one is used where nobody chooses. */
  readonly model?: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly token?: string;
  readonly tokenFile?: string;
  /** A path, or the address of a database. */
  readonly store?: string;
  readonly engine?: string;
  /** Seconds, a whole number. */
  readonly drain: number;
  /** False: conversations keep their first words as titles. */
  readonly titles?: boolean;
}

/** Where it works is what the editor says. */
export interface AcpFlags
  extends Omit<ToolFlags, "workspace">,
    Omit<ModelFlags, "model">,
    Pick<ServeFlags, "model" | "store"> {}

export interface CallFlags extends ToolFlags {
  readonly json?: boolean;
  readonly batch?: boolean;
}

export interface ToolsFlags extends Pick<ToolFlags, "codeMode"> {
  readonly tools?: string;
  readonly toolsSet?: ToolsSet;
  readonly tokens?: boolean;
  readonly json?: boolean;
}

export interface CheckFlags {
  readonly strict?: StrictProvider;
  readonly fix?: boolean;
  readonly json?: boolean;
}

/** Which servers an `mcp` command works with. */
export interface McpFlags {
  readonly workspace: string;
  readonly mcp?: string;
  readonly json?: boolean;
}

export interface McpListFlags extends McpFlags {
  readonly accept?: string;
}

export interface McpAddFlags {
  readonly workspace: string;
  readonly scope: "user" | "project";
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly clientId?: string;
  readonly callbackPort?: number;
  readonly force?: boolean;
  readonly name?: string;
  readonly set?: readonly string[];
  readonly use?: number;
  readonly yes?: boolean;
}

export interface McpLoginFlags extends McpFlags {
  readonly forget?: boolean;
}

export interface McpServeFlags extends ToolFlags {
  readonly stdio?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly token?: string;
  readonly tokenFile?: string;
  readonly store?: string;
  readonly json?: boolean;
}

export interface PermitFlags {
  readonly policy?: string;
  readonly cwd?: string;
  readonly home?: string;
  readonly json?: boolean;
  readonly batch?: boolean;
}

export interface RedoFlags {
  readonly workspace: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export interface UndoFlags extends RedoFlags {
  readonly list?: boolean;
  readonly show?: boolean;
  readonly call?: string;
  readonly turn?: number;
  /** The conversations go back with the files. */
  readonly messages?: boolean;
  /** Where they are kept. */
  readonly store?: string;
}

/** `store check`, `backup` and `restore`. */
export interface StoreFlags {
  readonly workspace: string;
  readonly store?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
}
