import { createLineEngine, type DiskFacts, normalise, type ReadLine, readLine } from "@toolwright/shell-judge";

/** From where a line is read. Paths are absolute. */
export interface LinePlace {
  readonly cwd: string;
  readonly root: string;
  readonly home: string;
}

interface RecentLine extends LinePlace {
  readonly command: string;
  readonly read: ReadLine;
}

/** So many calls may be on their way at once; the oldest reading is forgotten first. */
const MAX_RECENT = 8;

const recent: RecentLine[] = [];

/**
 * What the words of a line say: read once for a call, whose tool wants to know before the question, before it runs and
 * after it has. Without a place, as they were read last, wherever that was.
 */
export function readWords(command: string, place?: LinePlace): ReadLine {
  const known = recent.find((one) => one.command === command && (place === undefined || isSame(one, place)));
  if (known !== undefined) return known.read;
  const { cwd, root, home } = place ?? ANY_PLACE;
  const read = readLine(command, [cwd], createLineEngine({ root, home }).context(WORDS));
  recent.unshift({ command, cwd, root, home, read });
  recent.length = Math.min(recent.length, MAX_RECENT);
  return read;
}

const ANY_PLACE: LinePlace = { cwd: "/workspace", root: "/workspace", home: "/workspace" };

function isSame(one: LinePlace, { cwd, root, home }: LinePlace): boolean {
  return one.cwd === cwd && one.root === root && one.home === home;
}

/** The words of a line alone are looked at; no answer is given with it that the disk would change. */
const WORDS: DiskFacts = {
  realPath: normalise,
  sameRepository: () => true,
  existing: () => [],
  armingFile: () => undefined,
};
