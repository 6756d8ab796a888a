import { cardsTexts } from "../words/cards.ts";

/** A value as indented JSON; a text as it is. Never throws: what is no JSON is written as JavaScript writes it. */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, 2) ?? "";
  } catch {
    return cardsTexts.unshowable;
  }
}

/** The value of a JSON text; undefined when it is not JSON, or not all of it has arrived. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
