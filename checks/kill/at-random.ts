import { setTimeout as pause } from "node:timers/promises";
import { freezeSome } from "./freeze.ts";
import type { Play, Struckness } from "./kill.ts";
import { spareStruckTwice } from "./spare.ts";
import { inTime } from "./turns.ts";
import type { Worker } from "./workers.ts";

const WORKERS = 2;
const CONVERSATIONS = 4;
/**
 * After so many strikes the turns may end and others begin: a history that grows for ever takes longer with every turn.
 */
const ROUND = 25;
/** As many turns as come. */
const MANY = 1_000;

/** Strikes at random moments, while two workers do turns of a few conversations. */
export async function atRandom(play: Play): Promise<Struckness> {
  const crew = new Crew(play);
  const all: string[] = [];
  const faults: string[] = [];
  let kills = 0;
  while (kills < play.kills && faults.length === 0) {
    const conversations = Array.from({ length: CONVERSATIONS }, () => crypto.randomUUID());
    all.push(...conversations);
    await crew.work(conversations, MANY);
    let isEnough = false;
    const ended = play.turns.of(conversations, { turns: MANY, isEnough: () => isEnough });
    const most = Math.min(play.kills, kills + ROUND);
    for (; kills < most; kills += 1) await crew.strike();
    // No other turn begins, and then those that have begun are waited for.
    await crew.work(conversations, 0);
    isEnough = true;
    if (!(await inTime(ended))) faults.push(`a turn hangs after ${kills} strikes`);
  }
  return { kills, conversations: all, faults };
}

/** Two workers, and one that waits in each slot to take the place of a dead one. */
class Crew {
  readonly #play: Play;
  readonly #working: Worker[] = [];
  readonly #spare = new Map<number, Worker>();
  #conversations: readonly string[] = [];
  #turns = 0;

  constructor(play: Play) {
    this.#play = play;
  }

  async work(conversations: readonly string[], turns: number): Promise<void> {
    this.#conversations = conversations;
    this.#turns = turns;
    for (let slot = 0; slot < WORKERS; slot += 1) await this.#fill(slot);
    await Promise.all(this.#working.map((worker) => this.#play.workers.tell(worker, { conversations, turns })));
  }

  async strike(): Promise<void> {
    const { at, place, random, store } = this.#play;
    await spareStruckTwice(store, this.#conversations).catch(() => undefined);
    const slot = random(WORKERS);
    if (this.#killsWorkers) {
      await pause(random(300));
      const worker = this.#working[slot];
      if (worker !== undefined) await this.#play.workers.kill(worker);
      return this.#fill(slot);
    }
    await pause(100 + random(at === "partition" || at === "everything" ? 4_000 : 900));
    if (at === "frozen") await this.#freeze(slot);
    if (at === "everything") await freezeSome(random);
    if (at === "database") await place.database?.();
    if (at === "engine") await place.engineServer?.();
    if (at === "partition") await this.#cutOff(slot);
  }

  get #killsWorkers(): boolean {
    return this.#play.at === "worker" || this.#play.at === "host";
  }

  /** Sometimes for less than a lease stands, sometimes for longer. */
  async #cutOff(slot: number): Promise<void> {
    const { place, random, workers } = this.#play;
    const { name = "" } = this.#working[slot] ?? {};
    workers.losses.push({ name, at: Date.now() });
    await place.partition?.(slot, 300 + random(4_000));
  }

  /**
   * Sometimes for less than a lease stands, sometimes for longer: then another one has its conversations when it goes
   * on.
   */
  async #freeze(slot: number): Promise<void> {
    const { random, workers } = this.#play;
    const worker = this.#working[slot];
    if (worker === undefined) return;
    workers.losses.push({ name: worker.name, at: Date.now() });
    worker.child.kill("SIGSTOP");
    await pause(300 + random(4_000));
    worker.child.kill("SIGCONT");
  }

  async #fill(slot: number): Promise<void> {
    const { workers } = this.#play;
    const working = this.#working[slot];
    if (working !== undefined && working.child.exitCode === null && working.child.signalCode === null) return;
    const worker = this.#spare.get(slot) ?? workers.spare(slot);
    this.#working[slot] = worker;
    if (this.#killsWorkers) this.#spare.set(slot, workers.spare(slot));
    await workers.tell(worker, { conversations: this.#conversations, turns: this.#turns });
  }
}
