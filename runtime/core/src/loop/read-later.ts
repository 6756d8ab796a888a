import type { Message } from "../model/messages.ts";
import type { CompletionStreamParams } from "../model/model-port.ts";

type Copy = () => readonly Message[];

const COPY = Symbol("messages");

/**
 * Parameters whose messages are copied when somebody reads them. For who reads, lists, spreads or replaces it, the
 * field is like every other one. There is one accessor for all of them: with one of its own, each object would be of a
 * kind of its own.
 */
export function readLater(params: Omit<CompletionStreamParams, "messages">, copy: Copy): CompletionStreamParams;
export function readLater(params: object, copy: Copy): object {
  Object.defineProperty(params, COPY, { value: copy });
  return Object.defineProperty(params, "messages", MESSAGES);
}

const MESSAGES = {
  get(this: { readonly [COPY]: Copy }): readonly Message[] {
    return this[COPY]();
  },
  set(this: object, value: unknown): void {
    Object.defineProperty(this, "messages", { value, writable: true, enumerable: true, configurable: true });
  },
  enumerable: true,
  configurable: true,
};
