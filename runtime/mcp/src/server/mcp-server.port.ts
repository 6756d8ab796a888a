import type { JsonObject, RunnerOptions } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/internal";
import type { McpPrompt } from "./offers/prompt.port.ts";
import type { McpResource } from "./offers/resource.port.ts";
import type { McpStore } from "./store.port.ts";

/** How a registry is offered. */
export interface McpServerOptions {
  /** What clients are told this is. Default `toolwright`. */
  readonly name?: string;
  /** Default `0.1.0`. */
  readonly version?: string;
  /** Words for the model of the client: how the tools are meant to be used. */
  readonly instructions?: string;
  /** How calls run: a policy, secrets, limits. `approver` answers in place of the client's person. */
  readonly runner?: Omit<RunnerOptions, "registry" | "activity" | "conversation" | "cacheTools" | "onAsyncResult">;
  /** A bearer token of at least 16 characters that every request over HTTP has to show. Default: none is asked for. */
  readonly token?: string;
  /**
   * In place of `token`, where several people ask: the name of who sends a request over HTTP, or undefined for somebody
   * who may not. Outputs, tasks, sessions and approvals of one name are out of reach for every other.
   */
  readonly authenticate?: (request: Request) => MaybePromise<string | undefined>;
  /**
   * Names under which the server may be called over HTTP, without a port. Default: `localhost`, `127.0.0.1` and
   * `[::1]`.
   */
  readonly allowedHosts?: readonly string[];
  /** Where questions, tasks and outputs outlive this process, such as `openStore({ file })`. Default: memory. */
  readonly store?: McpStore;
  /** Work that goes on after its call has returned. */
  readonly tasks?: McpTaskOptions;
  readonly prompts?: readonly McpPrompt[];
  readonly resources?: readonly McpResource[];
}

/** What `ctx.background` of a tool becomes for clients that know tasks. */
export interface McpTaskOptions {
  /** Milliseconds for which a task can be asked for, from its beginning on. Default: one day, at most 30. */
  readonly ttlMs?: number;
  /** Names of tools that clients without tasks may not call, since their work outlasts any request. */
  readonly required?: readonly string[];
}

/** What has changed of what a server offers. */
export type McpChange = "tools" | "prompts" | "resources" | { readonly resource: string };

/** A registry over MCP. */
export interface McpServer {
  /** Answers one request of streamable HTTP, in any server that speaks `fetch`. */
  fetch(request: Request): Promise<Response>;
  /** Speaks on standard input and output until the input ends. */
  serveStdio(): Promise<void>;
  /** Tells every client that listens. */
  changed(what: McpChange): void;
  close(): Promise<void>;
}

/** Who makes a request, and what their client can do. */
export interface Client {
  /** The name of `authenticate`; an empty text where nobody is told apart. */
  readonly owner: string;
  readonly capabilities: JsonObject;
}
