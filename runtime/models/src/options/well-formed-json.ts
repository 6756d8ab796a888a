/** JSON text of a value, with U+FFFD for each half of a character, whose escape servers refuse. */
export function wellFormedJson(value: object): string {
  const text = JSON.stringify(value);
  // Halves are all that ECMAScript's QuoteJSONString writes in this way, and a function for each value takes its time.
  if (!text.includes("\\ud")) return text;
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === "string" ? each.toWellFormed() : each));
}
