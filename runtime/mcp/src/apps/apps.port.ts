import type { JsonObject, Tool } from "@toolwright/core";
import type { Offer } from "../offers/offers.port.ts";

/** Where an app may load from: origins (`https://…`, `wss://…`), which a person is shown before it runs. */
export interface AppDomains {
  /** For requests and sockets. */
  readonly connect: readonly string[];
  /** For scripts, styles, images, fonts, sound and pictures that move. */
  readonly resources: readonly string[];
}

/** An app: the page of a server that shows results of a tool, as the server gives it. */
export interface McpApp {
  readonly server: string;
  /** `ui://…`. */
  readonly uri: string;
  /** The whole page, as it is: nothing in it is to be trusted. */
  readonly html: string;
  readonly domains: AppDomains;
  /** The definition of the tool, as the server sent it. */
  readonly tool: JsonObject;
}

/** The apps of servers (MCP Apps, 2026-01-26), for a host that shows them. */
export interface McpApps {
  /** Names of the tools, as the model calls them, whose results an app shows. */
  readonly tools: readonly string[];
  /** Tools that apps may call and models may not: they are in no list that a model is given. */
  readonly ownTools: readonly Tool[];
  /** The app of one of them. */
  app(tool: string, signal?: AbortSignal): Promise<Offer<McpApp>>;
  /**
   * The tool that the app of `tool` may call as `named`: one of the same server that is not kept from apps. Run it as a
   * call of a model is run: judged, asked about and written down.
   */
  callable(tool: string, named: string): Offer<Tool>;
  /** What the app of `tool` reads of its own server: the answer to `resources/read`. */
  resource(wanted: { readonly tool: string; readonly uri: string }, signal?: AbortSignal): Promise<Offer<JsonObject>>;
}
