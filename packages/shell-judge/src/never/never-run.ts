import { LEXICAL } from "../decide/disk-facts.ts";
import { judgeLine } from "../decide/judge-line.ts";
import { checkPlace } from "../decide/known-options.ts";
import type { LineContext } from "../decide/line-context.ts";
import { createLineEngine } from "../decide/line-engine.ts";
import { normalise } from "../paths/lexical.ts";

/** Where a line of bash will run. All paths absolute. */
export interface ShellPlace {
  readonly cwd: string;
  readonly root: string;
  readonly home: string;
}

/**
 * Says why a line is never run, whoever approves it: it would delete, move away or change all of `/`, a directory right below
 * it, a home, the workspace, what holds it, or its `.git`; write onto a device; or start processes without end. Undefined for
 * every other line. It follows variables, loops, wrappers and shells inside the line as far as their words are known.
 */
export function neverRun(line: string, place: ShellPlace): string | undefined {
  checkPlace(place, "The place of a line");
  const found = judgeLine(line, [normalise(place.cwd)], contextOf(place));
  return found.find(({ kind }) => kind === "forbidden")?.reason;
}

let last: { readonly key: string; readonly context: LineContext } | undefined;

/** One workspace after the other is asked about: the built-in denials of the last one are kept. */
function contextOf({ root, home }: ShellPlace): LineContext {
  const key = `${root}\u0000${home}`;
  if (last?.key !== key) last = { key, context: createLineEngine({ root, home }).context(LEXICAL) };
  return last.context;
}
