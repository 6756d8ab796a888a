import type { ShellPlace } from "../never/never-run.ts";
import { normalise } from "../paths/lexical.ts";
import type { PolicyFile } from "../rules/policy-file.ts";
import { decide } from "./decision.ts";
import { LEXICAL } from "./disk-facts.ts";
import type { ExplainedCommand } from "./explain-words.ts";
import type { Finding, Outcome } from "./finding.ts";
import { readLine } from "./judge-line.ts";
import { checkPlace } from "./known-options.ts";
import { createLineEngine } from "./line-engine.ts";

/** A line with its verdict and how it was read. */
export interface ExplainedLine {
  readonly verdict: Outcome;
  /** One sentence. */
  readonly reason: string;
  readonly findings: readonly Finding[];
  /** Every simple command that was judged, in the order of the line. */
  readonly commands: readonly ExplainedCommand[];
}

/**
 * Everything that is found in a shell line: the strictest verdict among the findings is the line's. `rules` come on top of what
 * is built in. Pure: nothing on disk is looked at. Throws only a `TypeError` for a place that is none.
 */
export function judge(line: string, place: ShellPlace, rules?: PolicyFile): readonly Finding[] {
  return explain(line, place, rules).findings;
}

/** The verdict for a shell line, and what each of its words was read as. Throws only a `TypeError` for a place that is none. */
export function explain(line: string, place: ShellPlace, rules?: PolicyFile): ExplainedLine {
  checkPlace(place, "The place of a line");
  const { cwd, root, home } = place;
  const policies = rules === undefined ? [] : [{ scope: "cli" as const, policy: rules }];
  const engine = createLineEngine({ root, home, policies });
  const { findings, commands } = readLine(line, [normalise(cwd)], engine.context(LEXICAL));
  const { verdict, reason } = decide(findings, { mode: "default", sandboxed: false });
  return { verdict, reason, findings, commands };
}
