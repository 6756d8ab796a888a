import { oneLine, tellingText } from "../text/telling-text.ts";
import { isFields } from "../wire/fields.ts";

/** Characters of the text, and of the value of one argument. */
const LONGEST = 160;
const LONGEST_VALUE = 40;
/** Arguments that are named. */
const MOST = 3;

/** What a call is about, on one line: an argument that tells it, or the first few with their names. */
export function aboutText(args: unknown): string {
  if (!isFields(args)) return "";
  const told = tellingText(args);
  if (told !== undefined) return oneLine(told, LONGEST);
  const pairs = Object.entries(args).slice(0, MOST);
  return oneLine(
    pairs.map(([name, value]) => `${oneLine(name, LONGEST_VALUE)}: ${valueText(value)}`).join(", "),
    LONGEST,
  );
}

function valueText(value: unknown): string {
  if (typeof value === "string") return oneLine(value, LONGEST_VALUE);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  return isFields(value) ? "{…}" : String(value);
}
