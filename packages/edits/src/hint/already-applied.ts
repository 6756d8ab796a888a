import { whereExact } from "./where-exact.ts";

/** A shorter new text would be found by chance (characters that are not blank). */
const MIN_TELLING_CHARACTERS = 4;

/** The line where the new text stands already, if it stands in one place and says enough not to be there by chance. */
export function alreadyApplied(text: string, newText: string): number | undefined {
  if (newText.replace(/\s/g, "").length < MIN_TELLING_CHARACTERS) return undefined;
  const place = whereExact(text, newText);
  return place?.unique ? place.line : undefined;
}
