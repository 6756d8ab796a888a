import { checkPlace } from "../decide/known-options.ts";
import { normalise } from "../paths/lexical.ts";
import { findLosses } from "./find-losses.ts";

/** Where a line of bash will run. All paths absolute. */
export interface ShellPlace {
  readonly cwd: string;
  readonly root: string;
  readonly home: string;
}

/**
 * Says why a line is never run, whoever approves it: it would delete, move away or change all of `/`, a directory right below
 * it, a home, the workspace, what holds it, or its `.git`; write onto a device; or start processes without end. Undefined for
 * every other line. It follows variables, loops, aliases, wrappers, substitutions and shells inside the line, and string
 * literals of code in other languages, as far as their words can be guessed.
 */
export function neverRun(line: string, place: ShellPlace): string | undefined {
  checkPlace(place, "The place of a line");
  const anchors = { root: normalise(place.root), home: normalise(place.home) };
  return findLosses(line, [normalise(place.cwd)], anchors)[0]?.reason;
}
