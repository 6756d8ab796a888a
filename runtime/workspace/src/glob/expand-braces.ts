/** More than this many alternatives are not made. */
const MAX_ALTERNATIVES = 1_000;

/**
 * The globs that `a.{ts,{m,c}ts}` stands for; undefined when there are more than 1,000. Braces without a partner stay.
 */
export function expandBraces(glob: string): readonly string[] | undefined {
  const found: string[] = [];
  const open = [glob];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const braces = firstBraces(text);
    if (braces === undefined) found.push(text);
    else open.push(...braces.options.map((option) => braces.before + option + braces.after).reverse());
    if (found.length + open.length > MAX_ALTERNATIVES) return undefined;
  }
  return found;
}

interface Braces {
  readonly before: string;
  readonly options: readonly string[];
  readonly after: string;
}

/** The first brace that has a partner, with what stands between them, parted at the commas of its own level. */
function firstBraces(text: string): Braces | undefined {
  const partners = partnersOf(text);
  const start = Math.min(...partners.keys());
  const end = partners.get(start);
  if (end === undefined) return undefined;
  return { before: text.slice(0, start), options: options(text.slice(start + 1, end)), after: text.slice(end + 1) };
}

function partnersOf(text: string): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") at += 1;
    else if (character === "{") open.push(at);
    else if (character === "}") {
      const start = open.pop();
      if (start !== undefined) partners.set(start, at);
    }
  }
  return partners;
}

function options(inside: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const [piece] of inside.matchAll(/\\[\s\S]|[\s\S]/gu)) {
    if (piece === "{") depth += 1;
    if (piece === "}") depth -= 1;
    if (piece === "," && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + piece);
  }
  return parts;
}
