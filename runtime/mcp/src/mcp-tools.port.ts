import type { JsonObject, PrepareStep, Tool, ToolRegistry } from "@toolwright/core";
import type { McpApps } from "./apps/apps.port.ts";
import type { McpSearchOptions } from "./live/search-step.ts";
import type { McpOffers } from "./offers/offers.port.ts";
import type { McpServerConfig } from "./options.ts";

/** A tool of a server that is not offered, and why. */
export interface SetAside {
  readonly server: string;
  /** As the server calls it; cut to 200 characters, `""` where it has no name. */
  readonly tool: string;
  readonly reason: string;
}

/**
 * A tool whose definition is not the one that was seen before: its calls are refused until somebody has accepted it.
 */
export interface DefinitionChange {
  readonly server: string;
  readonly tool: string;
  /** Undefined where only a mark of it was kept. */
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
}

/** Which change was seen and is accepted. */
export type AcceptedChange = Pick<DefinitionChange, "server" | "tool" | "after">;

/** How it stands with a server. */
export interface McpServerState {
  readonly name: string;
  readonly state: "connected" | "failed";
  /** Why it failed, in one sentence. */
  readonly problem?: string;
  /** Where it failed because it wants a login, or one that allows more: see `mcpLogin`. */
  readonly wantsLogin?: true;
  /** Revision of the protocol. */
  readonly version?: string;
  readonly tools: number;
}

/** The tools of some servers. */
export interface McpTools {
  /**
   * What is offered now: a server may change its list, so ask again before each run or step. With them
   * `list_mcp_resources` and `read_mcp_resource` where a server has resources.
   */
  readonly tools: readonly Tool[];
  readonly setAside: readonly SetAside[];
  readonly changes: readonly DefinitionChange[];
  readonly servers: readonly McpServerState[];
  /** Takes a changed definition for good. False when the server has changed it again since. */
  accept(change: AcceptedChange): Promise<boolean>;
  /**
   * Connects to one more server, whose tools are there from the next step on in every registry that is kept. Rejects
   * with a `TypeError` for one that cannot be, and for a name that is taken.
   */
  add(name: string, config: McpServerConfig): Promise<McpServerState>;
  /** Ends a server and takes its tools away. False where there is none of that name. */
  remove(name: string): Promise<boolean>;
  /**
   * Keeps a registry as the servers' lists are: what they add or take away is there or gone at the next step of every
   * run that has the registry. Tools of the program's own keep their names. Returns the function that ends it.
   */
  keepIn(registry: ToolRegistry): () => void;
  /**
   * A `prepareStep` for one conversation: where there are more than `above` tools of servers (40), they are found with
   * `tool_search` and called by `call_tool`, and the model is told nothing of the others.
   */
  toolSearch(options?: McpSearchOptions): PrepareStep;
  /**
   * A `prepareStep` for one conversation: as `toolSearch`, and the model is told in one line which resources that it
   * has read have changed since.
   */
  steps(options?: McpSearchOptions): PrepareStep;
  /** What a person may choose from servers: prompts, and resources that go with a message. */
  readonly offers: McpOffers;
  /** What shows results to a person, and may call tools; empty without the option `apps`. */
  readonly apps: McpApps;
  /** Asks all servers for their lists again, those that failed as well. */
  refresh(): Promise<void>;
  /** Ends every connection and every process that was started. */
  close(): Promise<void>;
}
