import { parseSegment } from "../rules/segment-glob.ts";
import { normalise } from "./lexical.ts";

/** Is this path, which a wildcard at the very beginning of a word becomes, named like an option? */
export function isLikeOption(path: string, glob: string): boolean {
  const depth = normalise(glob)
    .split("/")
    .findIndex((part) => /[*?[]/.test(part));
  return path.split("/")[depth]?.startsWith("-") === true;
}

/** May a wildcard become an option, where nobody looks at the names? Not said of a star, which everybody writes. */
export function mayBecomeOption(pattern: string): boolean {
  const [first] = parseSegment(pattern.split("/")[0] ?? "").tokens;
  return first?.kind === "any" || first?.kind === "class";
}
