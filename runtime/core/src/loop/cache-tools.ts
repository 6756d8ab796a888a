import type { OutputCache } from "../result/output-cache.ts";
import type { Tool } from "../tool/tool.ts";
import type { KeptOutputs } from "./kept-outputs.ts";
import { later } from "./later.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** The output cache of a run, and the two tools for it, made when the first output is kept. */
export class CacheTools {
  /** Undefined: nothing is kept. */
  readonly cache: OutputCache | undefined;
  /** Whether the model is told of them once it has use for them. */
  isOffered: boolean;
  readonly #given: OutputCache | undefined;
  #kept: KeptOutputs | undefined;

  static async of(config: ToolLoopConfig): Promise<CacheTools> {
    const made = new CacheTools(config);
    const { policy } = config;
    if (made.isOffered && policy?.offers !== undefined)
      made.isOffered = (await later()).areOffered(await made.tools(), policy);
    return made;
  }

  private constructor({ outputCache, cacheTools = true }: Pick<ToolLoopConfig, "outputCache" | "cacheTools">) {
    this.#given = outputCache || undefined;
    this.cache = outputCache === false ? undefined : (outputCache ?? this.#later());
    this.isOffered = cacheTools && this.cache !== undefined;
  }

  async tools(): Promise<readonly Tool[]> {
    return (await this.#made()).tools;
  }

  async #made(): Promise<KeptOutputs> {
    const { keptOutputs } = await later();
    this.#kept ??= keptOutputs(this.#given);
    return this.#kept;
  }

  #later(): OutputCache {
    return {
      save: async (text, owner) => (await this.#made()).cache.save(text, owner),
      lines: (id, owner) => this.#kept?.cache.lines(id, owner),
      recent: (owner, limit) => this.#kept?.cache.recent(owner, limit) ?? [],
    };
  }
}
