import { isText } from "../wire/said-message.ts";
import type { ThreadPart } from "../wire/thread-message.ts";

/** The parts without those at the given places, and with the texts around each of these in one. */
export function partsWithout(parts: readonly ThreadPart[], places: ReadonlySet<number>): ThreadPart[] {
  const kept: ThreadPart[] = [];
  for (const [place, part] of parts.entries()) {
    if (places.has(place)) continue;
    const last = kept.at(-1);
    const isAfterGap = places.has(place - 1);
    if (isAfterGap && isText(part) && last !== undefined && isText(last) && last.type === part.type)
      kept.splice(-1, 1, { type: part.type, text: last.text + part.text });
    else kept.push(part);
  }
  return kept;
}
