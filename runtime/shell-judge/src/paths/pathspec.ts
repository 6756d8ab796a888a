import { escapeGlob } from "../read/shell-word.ts";
import { inSmallLetters } from "../rules/glob-token.ts";
import { parseSegment, type SegmentGlob, segmentFits, segmentsMeet } from "../rules/segment-glob.ts";
import { SECRET_EXAMPLES } from "./secret-names.ts";

/**
 * Does a pathspec stand for this path, which is relative to where the pathspec begins, or for a folder above it? Its
 * wildcards also stand for slashes. Never says no wrongly; letters of both cases count as one.
 */
export function meetsPathspec(spec: string, path: string): boolean {
  const glob = globOf(spec);
  const names = path.toLowerCase().split("/");
  return names.some((_, index) => segmentFits(glob, names.slice(0, index + 1).join("/")));
}

/** May a pathspec stand for a secret in some folder, where nobody says which folders there are? */
export function mayMeetSecret(spec: string): boolean {
  const glob = globOf(spec);
  return SECRETS_ANYWHERE.some((secret) => segmentsMeet(glob, secret));
}

const SECRETS_ANYWHERE: readonly SegmentGlob[] = SECRET_EXAMPLES.map((name) => parseSegment(`*/${escapeGlob(name)}`));

/** Two stars with a slash also stand for no folder at all. */
function globOf(spec: string): SegmentGlob {
  return parseSegment(spec.replace(/\*\*\/+/g, "*").replace(/\/+$/, ""), inSmallLetters);
}
