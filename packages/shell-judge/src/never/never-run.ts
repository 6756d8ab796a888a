import { LEXICAL } from "../decide/disk-facts.ts";
import { judgeLine } from "../decide/judge-line.ts";
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
export function neverRun(line: string, { cwd, root, home }: ShellPlace): string | undefined {
  const { context } = createLineEngine({ root, home });
  const found = judgeLine(line, [normalise(cwd)], context(LEXICAL));
  return found.find(({ kind }) => kind === "forbidden")?.reason;
}
