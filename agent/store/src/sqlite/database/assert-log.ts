import { existsSync, readFileSync, statSync } from "node:fs";
import { endianness, uptime } from "node:os";
import { damaged, type Row } from "../../rules/rows/row.ts";
import { asStoreError } from "../upkeep/whole-file.ts";
import type { Database } from "./database.ts";

/**
 * Throws `corrupt` where the log of a database does not hold what was written into it, and says whether there is none.
 * Only for whoever is alone with the files, before the database is opened: others may be writing just now, and SQLite
 * makes a log itself.
 */
export function hasNoLog(file: string): boolean {
  try {
    assertFrames(file);
    return !existsSync(`${file}-wal`);
  } catch (thrown) {
    throw asStoreError(thrown, file);
  }
}

/** From this schema on a database says what its log holds. */
const SAYS = 20;

/** Throws `corrupt` where a database without a log says that it had one which was never copied into it. */
export function assertLogged(file: string, version: number, first: (sql: string) => Row | undefined): void {
  if (version < SAYS || first("SELECT 1 FROM identity WHERE opened <> in_log") === undefined) return;
  const why = `its log is missing, and with it what was stored last: put ${file}-wal back`;
  throw damaged(`${why}; or, where it is lost, remove ${file}-shm and make an empty ${file}-wal`);
}

/** That what an earlier opening has said is true, or was given up. */
export const LOGGED = "UPDATE identity SET in_log = opened WHERE in_log <> opened";

/**
 * Makes a database say that it has a log: it has one number of this opening, and its log the other. Copying the
 * log into the database brings them together, as every program does that closes it; taking the log away does not. Only
 * for a process that is alone with a database that had no log: nothing of this waits for the disk, because no other
 * data are in the log yet.
 */
export function sayLogged(database: Pick<Database, "transaction" | "run" | "all" | "exec">): void {
  database.exec("PRAGMA synchronous = OFF");
  database.transaction(() => database.run("UPDATE identity SET opened = opened + 1"));
  database.all("PRAGMA wal_checkpoint(PASSIVE)");
  database.transaction(() => database.run(LOGGED));
  database.exec("PRAGMA synchronous = FULL");
}

const HEAD = 32;
const FRAME_HEAD = 24;
/** The last byte of what a log begins with, where its sums are of words with the highest byte first. */
const BIG_ENDIAN = 0x83;

/**
 * Throws `corrupt` where the log does not hold what was written into it. SQLite ends at the first frame that does not
 * fit, as at the half transaction that a loss of power leaves; but since this start of the machine there was none, and
 * processes write one frame after the other.
 */
function assertFrames(file: string): void {
  const path = `${file}-wal`;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.mtimeMs < Date.now() - uptime() * 1_000) return;
  const log = readFileSync(path);
  const stored = storedFrames(file, log);
  if (log.length <= HEAD && stored === 0) return;
  const { frameSize, sum } = beginOf(log, path);
  const isOfThisLog = (at: number) => log.compare(log, 16, 24, at + 8, at + 16) === 0;
  let at = HEAD;
  for (; at + frameSize <= log.length; at += frameSize) {
    sum.add(log, at, at + 8).add(log, at + FRAME_HEAD, at + frameSize);
    if (!isOfThisLog(at) || !sum.equals(log, at + 16)) break;
  }
  if ((at - HEAD) / frameSize < stored) throw damaged(`the log was cut or changed before its end: ${path}`);
  for (at += frameSize; at + frameSize <= log.length; at += frameSize) {
    const endsTransaction = log.readUInt32BE(at + 4) > 0;
    if (isOfThisLog(at) && endsTransaction) throw damaged(`the log was changed before its end: ${path}`);
  }
}

/** The size of its frames, and the sum with which the first one goes on. */
function beginOf(log: Buffer, path: string): { readonly frameSize: number; readonly sum: FrameSum } {
  const size = log.length < HEAD ? 0 : log.readUInt32BE(8);
  const sum = new FrameSum(log[3] === BIG_ENDIAN);
  const begins = size >= 512 && size <= 65_536 && sum.add(log, 0, 24).equals(log, 24);
  if (!begins) throw damaged(`the log begins with nothing that was written: ${path}`);
  return { frameSize: FRAME_HEAD + size, sum };
}

/**
 * In the memory that processes share: where the number of frames stands twice, and what tells one log from the next.
 */
const SHARED = { frames: [16, 64], log: [32, 40], size: 96 } as const;

/**
 * How many frames the processes have stored in this log, as they told each other; 0 where that is not known any more.
 */
function storedFrames(file: string, log: Buffer): number {
  const path = `${file}-shm`;
  const shared = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (shared.length < SHARED.size) return 0;
  const [from, to] = SHARED.log;
  if (log.length >= HEAD && log.compare(shared, from, to, 16, 24) !== 0) return 0;
  const read = (at: number) => (endianness() === "LE" ? shared.readUInt32LE(at) : shared.readUInt32BE(at));
  return Math.min(...SHARED.frames.map(read));
}

/** The sum that runs through a log: sqlite.org/fileformat2.html#checksum_algorithm. */
class FrameSum {
  readonly #isBigEndian: boolean;
  #one = 0;
  #two = 0;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  add(bytes: Buffer, from: number, to: number): this {
    let [one, two] = [this.#one, this.#two];
    const read = this.#isBigEndian ? (at: number) => bytes.readUInt32BE(at) : (at: number) => bytes.readUInt32LE(at);
    for (let at = from; at < to; at += 8) {
      one = (one + read(at) + two) >>> 0;
      two = (two + read(at + 4) + one) >>> 0;
    }
    [this.#one, this.#two] = [one, two];
    return this;
  }

  equals(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#one && bytes.readUInt32BE(at + 4) === this.#two;
  }
}
