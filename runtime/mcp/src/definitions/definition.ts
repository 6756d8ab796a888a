import type { JsonObject } from "@toolwright/core";

/** A tool as a server describes it, after it was found fit. */
export interface Definition {
  readonly server: string;
  /** As the server calls it. */
  readonly tool: string;
  /** As the model calls it. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
  /**
   * What the server says of it: nothing follows from it but whether a call may be sent again after its connection was
   * lost.
   */
  readonly repeatable: boolean;
  /** Whether the server lets models call it, and its own apps: `_meta.ui.visibility`. */
  readonly isFor: { readonly models: boolean; readonly apps: boolean };
  /** The address (`ui://`) of the app that shows its results: `_meta.ui.resourceUri`. */
  readonly appUri: string | undefined;
  /** All of it, as it was sent. */
  readonly raw: JsonObject;
  /** What is pinned: another one for whatever differs in anything. */
  readonly mark: string;
}
