import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { Json, JsonObject } from "@toolwright/core";
import { McpFailure } from "../failure.ts";
import { hearFirst } from "../transport/hear-first.ts";

type Answered = (message: JSONRPCMessage) => void;

/**
 * Requests beside the SDK, on its connection: it refuses those of the tasks extension for what they once were in an
 * earlier revision. Ids are texts, which the SDK's own never are.
 */
export class RawRequests {
  readonly #transport: Transport;
  readonly #meta: JsonObject;
  readonly #open = new Map<string, Answered>();
  #count = 0;

  /** `meta` is what every request of the revision says of its sender. */
  constructor(transport: Transport, meta: JsonObject) {
    this.#transport = transport;
    this.#meta = meta;
    hearFirst(transport, (message) => (this.#took(message) ? undefined : message));
  }

  async request(method: string, params: JsonObject, signal: AbortSignal): Promise<Json> {
    this.#count += 1;
    const id = `toolwright-${this.#count}`;
    const answered = new Promise<JSONRPCMessage>((resolve, reject) => {
      this.#open.set(id, resolve);
      signal.addEventListener("abort", () => reject(new McpFailure("aborted", "nobody waits for it")), { once: true });
    });
    answered.catch(() => undefined);
    try {
      signal.throwIfAborted();
      await this.#transport.send({ jsonrpc: "2.0", id, method, params: { ...params, _meta: this.#meta } });
      return resultOf(await answered);
    } finally {
      this.#open.delete(id);
    }
  }

  #took(message: JSONRPCMessage): boolean {
    if ("method" in message || typeof message.id !== "string") return false;
    const answered = this.#open.get(message.id);
    answered?.(message);
    return answered !== undefined;
  }
}

function resultOf(message: JSONRPCMessage): Json {
  if ("error" in message) {
    const { code, message: text, data } = message.error;
    throw new McpFailure("refused", text, undefined, { code, data });
  }
  if ("result" in message) return JSON.parse(JSON.stringify(message.result));
  throw new McpFailure("unreadable", "its answer is no answer");
}
