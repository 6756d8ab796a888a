import { join, normalise } from "../paths/lexical.ts";
import type { Place } from "../walk/place.ts";
import type { Wrapped } from "./wrappers.ts";

/** Where a wrapper runs its command: `env -C DIR`. */
export function movedBy({ moves }: Wrapped, place: Place): Place {
  if (moves === undefined) return place;
  const known = moves.form === "literal" && !moves.tilde;
  const directories = known ? place.directories?.map((one) => normalise(join(one, moves.value))) : undefined;
  return { ...place, directories };
}
