import type { SearchEngine } from "./search-engine.port.ts";

/** A search engine broke down: what it found so far says nothing. */
export class EngineFailed extends Error {
  override readonly name = "EngineFailed";
}

/** Works with the preferred engine, and once more from the beginning with our own when that one breaks down. */
export async function withFallback<T>(preferred: SearchEngine, work: (engine: SearchEngine) => Promise<T>): Promise<T> {
  try {
    return await work(preferred);
  } catch (error) {
    if (!(error instanceof EngineFailed)) throw error;
    const { walkerEngine } = await import("./walker/walker-engine.ts");
    return work(walkerEngine);
  }
}
