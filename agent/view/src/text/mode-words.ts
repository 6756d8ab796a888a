import { modeTexts } from "../words/modes.ts";

/** A mode of permissions in words. */
export interface ModeWords {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
}

/** What a mode is called where people pick it. One that is not known here is called what it is. */
export function modeWords(mode: string): ModeWords {
  switch (mode) {
    case "default":
      return modeTexts.default;
    case "accept-edits":
      return modeTexts.acceptEdits;
    case "plan":
      return modeTexts.plan;
    case "deny-asks":
      return modeTexts.denyAsks;
    default:
      return { name: mode, about: "" };
  }
}
