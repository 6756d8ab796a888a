import { endTexts } from "../words/ends.ts";

/** Why a run ended, as a sentence without its full stop; `stopReason` may be one that is not known here. */
export function endText(stopReason: string): string {
  return Object.entries(endTexts).find(([reason]) => reason === stopReason)?.[1] ?? endTexts.other;
}
