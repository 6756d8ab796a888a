import { realpath } from "node:fs/promises";
import { type Finding, isInside, type Met } from "@toolwright/shell-judge";
import { absentFiles, type Denies } from "../sandbox/absent-files.ts";
import { isKept, type KeptFromLines } from "../sandbox/kept-from-lines.port.ts";
import { opensNoDenied } from "../tools/bash/judged-line.ts";
import { readWords } from "../tools/bash/read-words.ts";

/** A line that was judged from each of these directories. */
export interface LineAsked {
  readonly command: string;
  readonly starts: readonly string[];
}

/** Where rules hold, and whether they deny reading a real path. */
export interface RulesPlace {
  readonly root: string;
  readonly home: string;
  readonly denies: Denies;
}

/** So many lines are remembered; the oldest is forgotten first. */
const MAX_LINES = 1_000;

/** Lines that were let run because they cannot open what they come across, where a sandbox keeps it from them. */
export class LinesKeptFromFiles implements KeptFromLines {
  readonly #place: RulesPlace;
  readonly #counted = new Map<string, readonly Met[]>();

  constructor(place: RulesPlace) {
    this.#place = place;
  }

  /** A file that the line cannot open is no reason to ask about it. */
  async lifted(findings: readonly Finding[], { command, starts }: LineAsked): Promise<readonly Finding[]> {
    this.#counted.delete(command);
    const { root, home, denies } = this.#place;
    const looks = starts.length > 0 && starts.every((cwd) => opensNoDenied(readWords(command, { cwd, root, home })));
    if (!looks) return findings;
    const real = await realpath(root);
    const absent = await absentFiles(real, denies);
    const counted: Met[] = [];
    const left = findings.map((finding) => {
      const met = finding.meets === undefined ? undefined : realMet(finding.meets, root, real);
      if (met === undefined || !isKept(met, real, absent)) return finding;
      counted.push(met);
      return kept(finding);
    });
    if (counted.length > 0) this.#count(command, counted);
    return left;
  }

  of(command: string): readonly Met[] {
    return this.#counted.get(command) ?? [];
  }

  #count(command: string, met: readonly Met[]): void {
    this.#counted.set(command, met);
    const [oldest] = this.#counted.keys();
    if (this.#counted.size > MAX_LINES && oldest !== undefined) this.#counted.delete(oldest);
  }
}

/** A folder is named as the rules name it. */
function realMet(met: Met, root: string, real: string): Met {
  return met.below === true && isInside(met.path, root) ? { ...met, path: real + met.path.slice(root.length) } : met;
}

function kept({ reason }: Finding): Finding {
  return { verdict: "allow", kind: "allowed", reason: `${reason} The line cannot open it.`, readOnly: true };
}
