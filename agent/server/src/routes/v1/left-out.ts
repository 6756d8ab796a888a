import type { Logger } from "@toolwright/core";

/** What a request may have that nothing here is done with. */
interface LeftOut {
  readonly client_metadata?: unknown;
  readonly tools?: readonly { readonly type: string }[] | null | undefined;
}

/** What a log has been told of: clients send the same with each request. */
const told = new WeakMap<Logger, Set<string>>();

/** Kinds that a log is told of: clients name them as they like. */
const MOST_KINDS = 100;

/** Warns of what is left out of a request, once for each kind of it. */
export function warnOfLeftOut({ client_metadata: metadata, tools }: LeftOut, logger: Logger): void {
  const known = told.get(logger) ?? new Set();
  told.set(logger, known);
  const warn = (kind: string, message: string) => {
    if (known.has(kind) || known.size >= MOST_KINDS) return;
    known.add(kind);
    logger.warn(message);
  };
  if (metadata != null) warn("client_metadata", "The client_metadata of a client is left out: no model is sent it.");
  for (const { type } of tools ?? []) {
    if (type === "function") continue;
    const shown = JSON.stringify(type.slice(0, 100));
    warn(
      `tool ${shown}`,
      `Tools of the type ${shown} that a client has are left out: a model is told of functions only.`,
    );
  }
}
