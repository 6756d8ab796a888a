import type { Logger } from "@toolwright/core";
import type { PinStore } from "./definitions/pins.ts";
import type { LoginPrompt } from "./login/login-prompt.ts";
import type { LoginStore } from "./login/login-store.ts";

/** What every server may say. */
interface ServerConfig {
  /**
   * `always`: every call asks a person, whatever the server says of its tools. `never`: a policy decides alone. Default
   * `always`, since annotations are words of the server.
   */
  readonly confirm?: "always" | "never";
  /** Milliseconds that a call may take. Default 60,000. */
  readonly timeoutMs?: number;
  /** Names, as the server says them, of the tools to take. Default: all. */
  readonly only?: readonly string[];
}

/** A server that is a program: it speaks on its standard input and output, and ends with this process. */
export interface StdioServerConfig extends ServerConfig {
  readonly command: string;
  readonly args?: readonly string[];
  /** Variables beside `PATH`, `HOME`, `LANG` and the like: nothing else of this process is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: this process's. */
  readonly cwd?: string;
}

/** A server at an address, over streamable HTTP. */
export interface HttpServerConfig extends ServerConfig {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How this program is known to the server's authorization server. Default: it registers itself. */
  readonly oauth?: OAuthConfig;
}

/** What a login is asked for with. */
export interface OAuthConfig {
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Default: those that the server names. */
  readonly scopes?: readonly string[];
  /** An https address of a document about this program, for authorization servers that take one as its id. */
  readonly clientMetadataUrl?: string;
  /** The port that a user is sent back to, for programs that were registered with one. Default: one that is free. */
  readonly callbackPort?: number;
}

/** A server, as `.mcp.json` describes it. */
export type McpServerConfig = StdioServerConfig | HttpServerConfig;

/** Where tools come from. */
export interface McpToolsOptions {
  /** By name: letters, digits, `-` and single `_`, at most 32 characters. It begins the names of the server's tools. */
  readonly servers: Readonly<Record<string, McpServerConfig>>;
  /** Where the definitions that were seen are remembered. Default: for as long as this object lives; see `filePins`. */
  readonly pins?: PinStore;
  /** Where logins at servers are kept: see `fileLogins`. Default: for as long as this object lives. */
  readonly logins?: LoginStore;
  /**
   * Brings the user to log in at a server that wants it. Default: such a server has failed until `mcpLogin` was there.
   */
  readonly prompt?: LoginPrompt;
  /**
   * Whether the host shows the apps of servers (MCP Apps): they are told so, and may offer other tools then. Default
   * false.
   */
  readonly apps?: boolean;
  /** Default: the console. */
  readonly logger?: Logger;
  /** Milliseconds until a server must have answered its first requests. Default 30,000. */
  readonly connectTimeoutMs?: number;
}
