import type { OutputRef } from "@toolwright/core";
import { cutStart } from "@toolwright/core/internal";
import type { KeptOutputs } from "./kept-outputs.ts";

/** A text as it is shown: of one that is too long the beginning, and a line that says where all of it is. */
export interface KeptText {
  readonly text: string;
  readonly notes: readonly string[];
  readonly ref?: OutputRef;
}

/** Shows so many UTF-16 units, and keeps the whole where there are more. `what` it is, for the line. */
export async function keptText(
  text: string,
  { most, what, outputs }: { readonly most: number; readonly what: string; readonly outputs: KeptOutputs },
): Promise<KeptText> {
  if (text.length <= most) return { text, notes: [] };
  const spill = outputs.begin();
  await spill?.write(text);
  const ref = await spill?.keep();
  const kept = ref === undefined ? "the rest is not kept" : outputs.told(ref, what);
  const shown = cutStart(text, most);
  const [some, all] = [shown.length, text.length].map((count) => count.toLocaleString("en-US"));
  return { text: shown, notes: [`[${some} of ${all} characters; ${kept}]`], ...(ref && { ref }) };
}
