import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { Progress } from "../session.port.ts";
import { hearFirst } from "../transport/hear-first.ts";

/**
 * Who is told of the progress of which request. Taken from the connection itself: the SDK forgets what came in one
 * piece with the answer.
 */
export class ProgressListeners {
  readonly #listeners = new Map<string, (progress: Progress) => void>();
  #count = 0;

  /** Takes progress out of what a connection hears. */
  attach(transport: Transport): void {
    hearFirst(transport, (message) => (this.#took(message) ? undefined : message));
  }

  /** Parameters that ask for progress, and what ends that. */
  asking(params: JsonObject, listener: (progress: Progress) => void): { readonly params: JsonObject; end(): void } {
    this.#count += 1;
    const token = `progress-${this.#count}`;
    this.#listeners.set(token, listener);
    const meta = isJsonObject(params._meta) ? params._meta : {};
    return {
      params: { ...params, _meta: { ...meta, progressToken: token } },
      end: () => this.#listeners.delete(token),
    };
  }

  #took(message: JSONRPCMessage): boolean {
    if (!("method" in message) || message.method !== "notifications/progress") return false;
    const { progressToken, progress, total, message: text } = message.params ?? {};
    const listener = this.#listeners.get(String(progressToken));
    if (typeof progress === "number")
      listener?.({
        progress,
        total: typeof total === "number" ? total : undefined,
        message: typeof text === "string" ? text : undefined,
      });
    return true;
  }
}
