import type { Finding } from "../decide/finding.ts";
import { Guesses } from "../walk/guesses.ts";
import { knownAtFirst } from "../walk/known-values.ts";
import type { Directories } from "../walk/place.ts";
import { walkText } from "../walk/walk-line.ts";
import { LossFinder } from "./loss-finder.ts";

/** What in a line is never run, whoever approves it. Paths are absolute. Never throws. */
export function findLosses(
  line: string,
  directories: Directories,
  anchors: { readonly root: string; readonly home: string },
): readonly Finding[] {
  if (line.length > MAX_LENGTH) return [];
  const finder = new LossFinder(anchors);
  const variables = knownAtFirst(anchors);
  try {
    walkText(line, { directories, fed: false, depth: 0, variables, guesses: new Guesses() }, finder);
  } catch {
    // What was found before counts; a line that cannot be read asks in any case.
  }
  return finder.losses;
}

/** A longer line asks, and is not read. */
const MAX_LENGTH = 100_000;
