import { checkPlace } from "../decide/known-options.ts";
import { normalise } from "../paths/lexical.ts";
import { type Finding, guard } from "../verdict/finding.ts";
import { Guesses } from "../walk/guesses.ts";
import { knownAtFirst } from "../walk/known-values.ts";
import type { Directories } from "../walk/place.ts";
import { OutOfSteps, Steps } from "../walk/steps.ts";
import { walkText } from "../walk/walk-line.ts";
import { LossFinder } from "./loss-finder.ts";

/** Where a line of bash will run. All paths absolute. */
export interface ShellPlace {
  readonly cwd: string;
  readonly root: string;
  readonly home: string;
}

/**
 * Says why a line is never run, whoever approves it: it would delete, move away or change all of `/`, a directory right
 * below it, a home, the workspace, what holds it, or its `.git`; write onto a device; or start processes without end.
 * Undefined for every other line. It follows variables, loops, aliases, wrappers, substitutions and shells inside the
 * line, and string literals of code in other languages, as far as their words can be guessed.
 */
export function neverRun(line: string, place: ShellPlace): string | undefined {
  checkPlace(place, "The place of a line");
  const anchors = { root: normalise(place.root), home: normalise(place.home) };
  const losses = findLosses(line, { directories: [normalise(place.cwd)], anchors });
  return losses.find(({ kind }) => kind === "forbidden")?.reason;
}

/** Where a line is looked through for losses. Paths are absolute. */
export interface LossPlace {
  readonly directories: Directories;
  readonly anchors: { readonly root: string; readonly home: string };
  /** Counts what it takes. */
  readonly steps?: Steps;
}

/** What in a line is never run, whoever approves it, and a question where it was not read to its end. Never throws. */
export function findLosses(
  line: string,
  { directories, anchors, steps = new Steps(line) }: LossPlace,
): readonly Finding[] {
  if (line.length > MAX_LENGTH) return [];
  const finder = new LossFinder(anchors, steps);
  const variables = knownAtFirst(anchors);
  try {
    walkText(line, { directories, fed: false, depth: 0, variables, guesses: new Guesses() }, finder);
  } catch (error) {
    // What was found before counts; a line that cannot be read asks in any case.
    if (error instanceof OutOfSteps) return [...finder.losses, guard(error.message)];
  }
  return finder.losses;
}

/** A longer line asks, and is not read. */
const MAX_LENGTH = 100_000;
