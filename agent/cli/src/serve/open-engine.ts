import type { DurableHandler, DurableHost, Logger } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { messageOf } from "../text/message-of.ts";
import { UsageError } from "../usage-error.ts";

/** What an engine works with. */
export interface EngineWorker {
  readonly handler: DurableHandler;
  /** Names its objects in the engine: servers of another store on the same one must not get these runs. */
  readonly store: Pick<Store, "identity">;
  readonly logger: Logger;
}

/**
 * The engine under the runs of a server; undefined where none was asked for. Throws a `UsageError` that says what is
 * missing.
 */
export async function openEngine(
  address: string | undefined,
  { handler, store, logger }: EngineWorker,
): Promise<DurableHost | undefined> {
  if (address === undefined) return undefined;
  // Few have an engine: it is not loaded for anybody else.
  const { createRestateHost, restateAddress } = await import("@toolwright/store/restate");
  try {
    const application = `Toolwright_${await store.identity()}_`;
    return await createRestateHost({ engine: restateAddress(address), application, handler, logger });
  } catch (thrown) {
    throw new UsageError(`--engine: ${messageOf(thrown)}`);
  }
}
