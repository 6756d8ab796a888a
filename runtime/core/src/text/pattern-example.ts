import { parsePattern } from "./parse-pattern.ts";
import type { PatternNode } from "./pattern-node.ts";

/** A longer example says less than its pattern, in UTF-16 units. */
const LONGEST = 60;

/** A short text that fits a pattern which `RegExp` takes with the flag `u`; undefined where none is found easily. */
export function patternExample(pattern: string): string | undefined {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) return undefined;
  const tries = [exampleOf(parsed.node, 1), exampleOf(parsed.node, 0)];
  return tries.find((text) => text !== undefined && fits(pattern, text));
}

function fits(pattern: string, text: string): boolean {
  return text.length <= LONGEST && new RegExp(pattern, "u").test(text);
}

/** What is repeated stands `usual` times where it may, and else as often as it must. */
function exampleOf(node: PatternNode, usual: number): string | undefined {
  switch (node.kind) {
    case "character":
      return CANDIDATES.find((character) => node.fits(character.charCodeAt(0)));
    case "assertion":
      return "";
    case "sequence":
      return joined(node.parts.map((part) => exampleOf(part, usual)));
    case "choice":
      return firstOf(node.options, usual);
    case "repeat": {
      const count = Math.min(Math.max(node.min, usual), node.max);
      if (count === 0) return "";
      return count > LONGEST ? undefined : exampleOf(node.node, usual)?.repeat(count);
    }
  }
}

function firstOf(options: readonly PatternNode[], usual: number): string | undefined {
  for (const option of options) {
    const example = exampleOf(option, usual);
    if (example !== undefined) return example;
  }
  return undefined;
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const found = texts.filter((text) => text !== undefined);
  const text = found.join("");
  // Nested repetitions multiply.
  return found.length === texts.length && text.length <= LONGEST ? text : undefined;
}

/** Printable ASCII, what people would write first at the beginning. */
const CANDIDATES = [..."aA1-_./@: ", ...Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place))];
