import type { MaybePromise } from "@toolwright/core/internal";

/**
 * Something that clients can read. `uri` may be a template of RFC 6570, such as `notes://{day}`: then `read` gets its
 * variables.
 */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Undefined where there is none. */
  read(variables: Readonly<Record<string, string>>): MaybePromise<string | Uint8Array | undefined>;
}
