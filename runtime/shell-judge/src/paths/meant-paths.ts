import { escapeGlob } from "../read/shell-word.ts";
import { inSmallLetters } from "../rules/glob-token.ts";
import { parseSegment, segmentsMeet } from "../rules/segment-glob.ts";
import { normalise } from "./lexical.ts";
import type { PathContext } from "./path-context.ts";
import type { PathUse } from "./path-use.ts";
import { meetsPathspec } from "./pathspec.ts";
import type { ExistingPath } from "./real-paths.ts";

/** Of all that was found below a place, the paths that a use of the place means. */
export function meantPaths(
  found: readonly ExistingPath[],
  { start, use }: { readonly start: string; readonly use: PathUse },
  context: PathContext,
): readonly ExistingPath[] {
  // A pattern of names that ripgrep is told to search brings hidden ones, too.
  const { hidden, only, pathspec, tracked } = use;
  const shows =
    hidden ?? (only !== undefined || pathspec !== undefined || found.some(({ reveals }) => reveals === true));
  return found.filter(({ path, link, guarded, unfinished }) => {
    if (unfinished === true) return true;
    if (guarded === true && use.access === "read") return false;
    const below = normalise(path).slice(normalise(start).length);
    const known = tracked === true ? context.tracks(normalise(path)) : undefined;
    // ripgrep passes over what is hidden below the place where it begins, and over links; git shows what it tracks.
    const isShown = shows || (link !== true && (known === true || !below.includes("/.")));
    if (!isShown || known === false || !isSearched(path, use)) return false;
    return pathspec === undefined || meetsPathspec(pathspec, below.replace(/^\/+/, ""));
  });
}

function isSearched(path: string, { only, access }: PathUse): boolean {
  if (only === undefined) return true;
  if (access === "edit" && path.endsWith("/.git")) return only.some(isOfGit);
  const name = parseSegment(escapeGlob(path.slice(path.lastIndexOf("/") + 1).toLowerCase()));
  return only.some((pattern) => segmentsMeet(parseSegment(pattern, inSmallLetters), name));
}

/** Names in the folder of a repository: what is written over there is lost, or run. */
const OF_GIT =
  "HEAD FETCH_HEAD config config.worktree index index.lock packed-refs exclude attributes pre-commit pre-push post-checkout " +
  "post-merge post-index-change commit-msg main x.sample x.pack x.idx 0f";

const GIT_NAMES = OF_GIT.toLowerCase()
  .split(" ")
  .map((name) => parseSegment(name));

function isOfGit(pattern: string): boolean {
  const segment = parseSegment(pattern, inSmallLetters);
  return GIT_NAMES.some((name) => segmentsMeet(segment, name));
}
