import { realpath } from "node:fs/promises";
import { type Finding, guard, isHeldBySandbox, isInside, type Met, type ReadLine } from "@toolwright/shell-judge";
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

  /** Whether every denied file of the workspace can be hidden. */
  async hidesAll(): Promise<boolean> {
    const real = await realpath(this.#place.root).catch(() => undefined);
    return real === undefined || (await absentFiles(real, this.#place.denies)).all;
  }

  /** Whether a sandbox keeps denied files from the line. What was let run before for that is forgotten. */
  concerns(line: LineAsked): boolean {
    this.#counted.delete(line.command);
    const read = this.#read(line);
    return read.length > 0 && read.every(opensNoDenied);
  }

  /**
   * A file that the line cannot open is no reason to ask about it. Where some cannot be kept from lines, such as what
   * lies in a folder whose name is not UTF-8, the sandbox does not hold what a line packs or looks through.
   */
  async lifted(findings: readonly Finding[], line: LineAsked): Promise<readonly Finding[]> {
    const { command } = line;
    const { root, denies } = this.#place;
    const read = this.#read(line);
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
    // What a program of the grammar comes across was found above; of the others only the sandbox keeps files.
    const isHidden = absent.all || read.every(({ looks }) => looks) || !left.some(isHeldBySandbox);
    return isHidden ? left : [...left, NOT_HIDDEN];
  }

  #read({ command, starts }: LineAsked): readonly ReadLine[] {
    const { root, home } = this.#place;
    return starts.map((cwd) => readWords(command, { cwd, root, home }));
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

/** What a sandbox would hold is asked about: it cannot hide all that the line might pack or print. */
const NOT_HIDDEN = guard(
  "It looks through the workspace, of which some files that are denied cannot be hidden from it.",
);

function kept({ reason }: Finding): Finding {
  return { verdict: "allow", kind: "allowed", reason: `${reason} The line cannot open it.`, readOnly: true };
}
