import type { Json, JsonObject } from "@toolwright/core";

/** What a request may bring along. */
export interface RequestOptions {
  readonly signal: AbortSignal;
  /** Told of each progress that the server reports. */
  onProgress?(progress: Progress): void;
  /** Further headers, where the connection has any. */
  readonly headers?: Readonly<Record<string, string>>;
  /** On whose behalf a tool is called: who answers what the server asks meanwhile, and sees what it logs. */
  readonly caller?: Caller;
}

/** One call, as what a server sends beside its answer concerns it. */
export interface Caller {
  /** The same for calls whose questions the same person answers. */
  readonly conversation: string;
  /** Answers the parameters of an `elicitation/create`. Never rejects. */
  ask(params: Json): Promise<JsonObject>;
  /** Shows a line that the server logs. */
  logged(text: string): void;
}

/** How far the server says it is. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** One connection to a server, from its first answer to its end. */
export interface McpSession {
  /** Revision of the protocol that both speak. */
  readonly version: string;
  /** The server says that it has resources. */
  readonly hasResources: boolean;
  /** The server says that it has prompts. */
  readonly hasPrompts: boolean;
  /** The server says that it completes what is typed. */
  readonly completes: boolean;
  /** Asks to hear of changes of `all` resources. Never rejects; a server that does not offer that is not asked. */
  watch(all: readonly string[], change: WatchChange): Promise<void>;
  /** Rejects with an `McpFailure`. What it gives is as the server sent it: nobody has checked it. */
  request(method: string, params: JsonObject, options: RequestOptions): Promise<Json>;
  /** Settles once, when the connection is over, with why. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

/** What is new in a list of watched resources. */
export interface WatchChange {
  readonly added: readonly string[];
  readonly dropped?: string;
}

/** What a session tells. */
export interface SessionEvents {
  toolsChanged(): void;
  resourcesChanged(): void;
  promptsChanged(): void;
  /** The address as the server says it. */
  resourceUpdated(uri: string): void;
  /** A line that the server logs. */
  logged(level: string, text: string): void;
}
