/** Older ones have no `Promise.withResolvers`: there the SDK waits for ever instead of failing. */
const OLDEST_NODE = 22;

export type RestateSdk = typeof import("@restatedev/restate-sdk");

/** Loads the SDK of the engine. Throws one sentence where it cannot work here, or is not installed. */
export async function loadSdk(nodeVersion: string = process.versions.node): Promise<RestateSdk> {
  if (Number.parseInt(nodeVersion, 10) < OLDEST_NODE)
    throw new Error(`Runs on Restate need Node ${OLDEST_NODE} or newer; this is ${nodeVersion}.`);
  try {
    return await import("@restatedev/restate-sdk");
  } catch (cause) {
    const message = "Runs on Restate need its SDK, which is not installed: npm install @restatedev/restate-sdk";
    throw new Error(message, { cause });
  }
}
