import { saysAVerb } from "./says-a-verb.ts";

/**
 * The same description, beginning with what the tool does, and without the indentation of its source; undefined where
 * that takes more than leaving words out.
 */
export function betterDescription(description: string): string | undefined {
  const plain = withoutIndentation(description).trim();
  const [opening = ""] = OPENING.exec(plain) ?? [];
  const rest = plain.slice(opening.length);
  const better = opening === "" ? plain : rest.charAt(0).toUpperCase() + rest.slice(1);
  return better === description || !beginsWithVerb(better) ? undefined : better;
}

const TOOL = "(?:(?:an?|the|this)\\s+)?(?:tool|function|helper|utility)";
const JOIN = "(?:that|which|to|will|can|is used to|allows you to|lets you)";

/** "This tool", "A tool that", "The function which can", "It will", "Tool to", "Used to". */
const OPENING = new RegExp(`^(?:${TOOL}\\s+(?:${JOIN}\\s+)*|it\\s+(?:(?:will|can)\\s+)?|used to\\s+)`, "i");

function beginsWithVerb(text: string): boolean {
  return saysAVerb(/^\w+/.exec(text)?.[0] ?? "");
}

/** Whether lines of it stand as far from the edge as in a program. */
export function isIndented(description: string): boolean {
  return withoutIndentation(description) !== description;
}

/** A list within the text keeps the indentation of its own. */
function withoutIndentation(text: string): string {
  const later = text.split("\n").slice(1);
  const depths = later.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return depth === 0
    ? text
    : text
        .split("\n")
        .map((line, place) => (place === 0 ? line : line.slice(depth)))
        .join("\n");
}
