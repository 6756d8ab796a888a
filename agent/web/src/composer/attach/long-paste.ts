import { attachTexts } from "../../words/attach.ts";

/** From so much on a pasted text stands beside the message and not in it. */
const LONG = { characters: 3_000, lines: 50 };

let count = 0;

/** A pasted text as a file; none for one that is short enough to be read where it is written. */
export function longPaste(text: string): readonly File[] {
  if (text.length < LONG.characters && text.split("\n", LONG.lines + 1).length <= LONG.lines) return [];
  count += 1;
  return [new File([text], attachTexts.pastedName(count), { type: "text/plain" })];
}
