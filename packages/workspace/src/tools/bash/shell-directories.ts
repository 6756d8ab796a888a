/** Who knows where shells stand, by workspace root. */
export interface StandingShells {
  /** Absolute real directories, one for each conversation that has left the root. */
  directoriesIn(root: string): readonly string[];
}

const SHELLS = new Set<StandingShells>();

/** Lets whoever judges lines ask these shells too, until they all stand in their root again. */
export function announceShells(shells: StandingShells, away: boolean): void {
  if (away) SHELLS.add(shells);
  else SHELLS.delete(shells);
}

/** The directories below a real root in which a shell of this process would run its next line. */
export function shellDirectories(root: string): readonly string[] {
  return [...new Set([...SHELLS].flatMap((shells) => shells.directoriesIn(root)))];
}
