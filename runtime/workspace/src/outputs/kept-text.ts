import type { OutputRef } from "@toolwright/core";
import { cutStart } from "@toolwright/core/internal";
import type { Spill } from "./output-spills.port.ts";

/** A text as it is shown: of one that is too long the beginning, and a line that says where all of it is. */
export interface KeptText {
  readonly text: string;
  readonly notes: readonly string[];
  readonly ref?: OutputRef;
}

/**
 * Shows so many UTF-16 units; where there are more, `begin` says where the whole is kept, if anywhere. `what` it is,
 * for the line.
 */
export async function keptText(
  text: string,
  { most, what, begin }: { readonly most: number; readonly what: string; begin(): Spill | undefined },
): Promise<KeptText> {
  if (text.length <= most) return { text, notes: [] };
  const spill = begin();
  await spill?.write(text);
  const ref = await spill?.keep();
  const kept = ref === undefined ? "the rest is not kept" : `full ${what}: tool_output_cache ref_id=${ref.id}`;
  const shown = cutStart(text, most);
  const [some, all] = [shown.length, text.length].map((count) => count.toLocaleString("en-US"));
  return { text: shown, notes: [`[${some} of ${all} characters; ${kept}]`], ...(ref && { ref }) };
}
