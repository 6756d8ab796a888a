import type { OutputCache, OutputRef, ToolContext } from "@toolwright/core";
import { keepingOf } from "@toolwright/core/internal";
import { OUTPUT_SPILLS, type OutputSpills, type Spill } from "./output-spills.port.ts";
import { TextSpill } from "./text-spill.ts";

/** How a call keeps an output that it does not show whole. */
export interface KeptOutputs {
  /** Undefined where nothing is kept. */
  begin(): Spill | undefined;
  /** Says where the whole of something is kept: by the tool that reads it, where the model has that. */
  told(ref: OutputRef, what: string): string;
  /** UTF-8 bytes that the runner of the call takes of one output. */
  readonly maxBytes: number;
}

/** Keeps where {@link OUTPUT_SPILLS} says, else in the output cache of the call's runner. */
export async function keptOutputsOf(ctx: ToolContext): Promise<KeptOutputs> {
  const spills = await ctx.resolve(OUTPUT_SPILLS);
  const { cache = false, namesTools = true, maxBytes = Infinity } = keepingOf(ctx) ?? {};
  return {
    begin() {
      if (spills !== undefined) return spills.begin(ctx.conversation);
      if (cache === false) return undefined;
      return spillsInPieces(cache) ? cache.begin(ctx.conversation) : new TextSpill(cache, ctx.conversation);
    },
    told: ({ id }, what) => (namesTools ? `full ${what}: tool_output_cache ref_id=${id}` : `kept as ${id}`),
    maxBytes,
  };
}

function spillsInPieces(cache: OutputCache): cache is OutputCache & OutputSpills {
  return "begin" in cache && typeof cache.begin === "function";
}
