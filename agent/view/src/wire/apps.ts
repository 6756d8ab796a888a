import type { JsonObject } from "@toolwright/core";

/** `GET /api/mcp/app?tool=…`: the page of an MCP server that shows results of a tool, not to be trusted. */
export interface ShownApp {
  readonly server: string;
  /** `ui://…`. */
  readonly uri: string;
  readonly html: string;
  /** Origins that it may reach; none by default. */
  readonly domains: { readonly connect: readonly string[]; readonly resources: readonly string[] };
  /** The definition of the tool, as the server sent it. */
  readonly tool: JsonObject;
}

/**
 * What `POST /api/threads/:id/app-calls` takes: a call that an app makes of a tool of its own server. The answer is a
 * run of this one call, as a data stream.
 */
export interface AppCallRequest {
  /** The call whose result the app shows. */
  readonly toolCallId: string;
  /** Its tool, as the model calls it. */
  readonly tool: string;
  /** The tool that is called, as its server calls it. */
  readonly name: string;
  readonly arguments: JsonObject;
}
