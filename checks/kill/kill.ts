import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DurableHost } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { atCall } from "./at-call.ts";
import { atRandom } from "./at-random.ts";
import { atWrites } from "./at-writes.ts";
import { Notes, readNotes } from "./notes.ts";
import type { Place } from "./place.ts";
import { openHost, openScene } from "./scene.ts";
import { type Takeovers, takeovers } from "./takeovers.ts";
import { Turns } from "./turns.ts";
import { judge, type Verdict } from "./verdict.ts";
import { Workers } from "./workers.ts";

/**
 * What is struck: a worker at each of its writes, or four times in one call, or, at random moments, a worker, one that
 * is stopped for a while and then goes on, any processes, which are stopped so, one on a host of its own, what is under
 * them, or a cable.
 */
export const STRUCK = [
  "writes",
  "call",
  "worker",
  "frozen",
  "everything",
  "host",
  "database",
  "engine",
  "partition",
] as const;
export type Struck = (typeof STRUCK)[number];

export interface KillOptions {
  readonly place: Place;
  readonly at: Struck;
  /** How often; at writes as often as there are writes, three times, where that is less; at a call four times. */
  readonly kills: number;
  readonly seed?: number;
}

export interface KillVerdict extends Verdict {
  readonly kills: number;
  /** Questions that a person answered meanwhile. */
  readonly questions: number;
  /** Milliseconds until a conversation went on elsewhere. */
  readonly takeover: Takeovers | undefined;
  readonly seconds: number;
}

/** What every kind of strike works with. */
export interface Play extends KillOptions {
  readonly store: Store;
  readonly host: DurableHost | undefined;
  readonly workers: Workers;
  readonly turns: Turns;
  readonly notes: string;
  /** A whole number below `end`; the same for the same seed. */
  readonly random: (end: number) => number;
}

/** What came of the strikes. */
export interface Struckness {
  readonly kills: number;
  readonly conversations: readonly string[];
  /** What went wrong that no journal shows. */
  readonly faults: readonly string[];
}

/** Strikes while workers do turns, lets all turns end, and judges. */
export async function kill(options: KillOptions): Promise<KillVerdict> {
  const { place, seed = 1 } = options;
  const folder = mkdtempSync(join(tmpdir(), "toolwright-notes-"));
  const notes = join(folder, "notes");
  writeFileSync(notes, "");
  const began = performance.now();
  const store = await openScene(place.store);
  const workers = await Workers.open(place, notes);
  const host = place.engine === "" ? undefined : await openHost(place.engine);
  const turns = new Turns(store, host, new Notes(notes, "person"));
  try {
    const play: Play = { ...options, store, host, workers, turns, notes, random: numbersFrom(seed) };
    const { kills, conversations, faults } = await struck(play);
    // What is said or taken back while the notes are read would be in the store alone.
    await turns.close();
    const noted = readNotes(notes);
    const verdict = await judge({ store, conversations, notes: noted, started: turns.started });
    return {
      kills,
      ...verdict,
      questions: turns.questions,
      lost: verdict.lost + faults.length,
      faults: [...faults, ...verdict.faults],
      takeover: takeovers(noted, workers.losses),
      seconds: Math.round((performance.now() - began) / 1_000),
    };
  } finally {
    await turns.close();
    await workers.close();
    await host?.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function struck(play: Play): Promise<Struckness> {
  if (play.at === "call") return atCall(play);
  return play.at === "writes" ? atWrites(play) : atRandom(play);
}

/** A small generator of numbers (xorshift). */
function numbersFrom(seed: number): (end: number) => number {
  let state = (seed + 1) * 2_654_435_761;
  return (end) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % end;
  };
}
