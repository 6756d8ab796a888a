import type { AnswerPart } from "./provider-state.ts";

/**
 * The content of a message as the texts of its parts, in their order. Where it is not as long any more as the parts
 * were, since a secret was masked in it, all of it is the first text.
 */
export function textsOf(parts: readonly AnswerPart[], content: string): string[] {
  const lengths = parts.flatMap((part) => (part.type === "text" ? [part.length] : []));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total !== content.length) return [content];
  let at = 0;
  return lengths.map((length) => content.slice(at, (at += length)));
}
