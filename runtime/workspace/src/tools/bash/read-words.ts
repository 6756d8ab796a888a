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
 * What the words of a line say: read once for a call, by the policy that decided it or here, where the tool wants to
 * know before the question, before it runs and after it has. Without a place, as they were read last, wherever that
 * was.
 */
export function readWords(command: string, place?: LinePlace): ReadLine {
  const known = recent.find((one) => one.command === command && (place === undefined || isSame(one, place)));
  if (known !== undefined) return known.read;
  const { cwd, root, home } = place ?? ANY_PLACE;
  const read = readLine(command, [cwd], createLineEngine({ root, home }).context(WORDS));
  keepWords({ command, cwd, root, home, read });
  return read;
}

/** Keeps a reading in which nothing counts that the disk says; rules may have counted. */
export function keepWords(line: RecentLine): void {
  const others = recent.filter((one) => one.command !== line.command || !isSame(one, line));
  recent.splice(0, recent.length, line, ...others.slice(0, MAX_RECENT - 1));
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
