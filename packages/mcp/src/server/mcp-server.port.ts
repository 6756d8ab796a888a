import type { RunnerOptions } from "@toolwright/core";

/** How a registry is offered. */
export interface McpServerOptions {
  /** What clients are told this is. Default `toolwright`. */
  readonly name?: string;
  /** Default `0.1.0`. */
  readonly version?: string;
  /** Words for the model of the client: how the tools are meant to be used. */
  readonly instructions?: string;
  /** How calls run: a policy, secrets, limits. `approver` answers in place of the client's person. */
  readonly runner?: Omit<RunnerOptions, "registry" | "activity" | "conversation">;
  /** A bearer token that every request over HTTP has to show. Default: none is asked for, and only this machine is let in. */
  readonly token?: string;
  /** Names under which the server may be called over HTTP, without a port. Default: `localhost`, `127.0.0.1` and `[::1]`. */
  readonly allowedHosts?: readonly string[];
}

/** A registry over MCP. */
export interface McpServer {
  /** Answers one request of streamable HTTP, in any server that speaks `fetch`. */
  fetch(request: Request): Promise<Response>;
  /** Speaks on standard input and output until the input ends. */
  serveStdio(): Promise<void>;
  close(): Promise<void>;
}
