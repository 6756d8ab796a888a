import type { Death } from "./dying-store.ts";
import type { Play, Struckness } from "./kill.ts";
import { readNotes } from "./notes.ts";
import { inTime } from "./turns.ts";
import type { Worker } from "./workers.ts";

const WHEN = ["before", "during", "after"] as const;

/**
 * Kills a worker before, during and after every write of a turn. A chain: each worker ends the turn in which the one
 * before it died, and then dies in one of its own.
 */
export async function atWrites(play: Play): Promise<Struckness> {
  const { workers, notes, kills } = play;
  const chain = new Chain(play);
  await chain.next({ write: 0, when: "before" });
  const count = readNotes(notes).filter(({ what }) => what === "write").length;
  const deaths = Array.from({ length: count }, (_, n) => WHEN.map((when) => ({ write: n + 1, when }))).flat();
  // Where there are to be fewer, from all over the turn, and of all three.
  const least = Math.max(1, Math.ceil(deaths.length / kills));
  const every = least % WHEN.length === 0 ? least + 1 : least;
  for (const [place, death] of deaths.entries()) if (place % every === 0) await chain.next(death);
  const faults = await chain.end();
  return { kills: workers.losses.length, conversations: chain.conversations, faults };
}

class Chain {
  readonly conversations: string[] = [];
  readonly #play: Play;
  /** Whose turn has not ended. */
  readonly #open = new Set<string>();
  readonly #ended: Promise<void>[] = [];
  #worker: Worker;

  constructor(play: Play) {
    this.#play = play;
    this.#worker = play.workers.spare(0);
  }

  /**
   * The next worker gets a conversation of its own, and dies there. One that does not get as far is ended when its turn
   * is.
   */
  async next(death: Omit<Death, "chatId">): Promise<void> {
    const { workers } = this.#play;
    const worker = this.#worker;
    this.#worker = workers.spare(0);
    await workers.tell(worker, this.#work());
    // One that died before it had done so would only say how short its life was.
    await inTime(this.#ended.at(-1) ?? Promise.resolve());
    const chatId = crypto.randomUUID();
    this.conversations.push(chatId);
    this.#open.add(chatId);
    await workers.tell(worker, { ...this.#work(), death: { ...death, chatId } });
    const ended = this.#begin(chatId);
    const isDead = worker.died.then(() => true);
    if (!(await Promise.race([isDead, ended.then(() => false)]))) await workers.kill(worker);
  }

  /** The last worker does not die. Says what hangs. */
  async end(): Promise<string[]> {
    await this.#play.workers.tell(this.#worker, this.#work());
    const ends = await Promise.all(this.#ended.map(inTime));
    return ends.flatMap((isEnded, place) => (isEnded ? [] : [`the turn of death ${place} hangs`]));
  }

  #work() {
    return { conversations: [...this.#open], turns: 1 };
  }

  #begin(chatId: string): Promise<void> {
    const ended = this.#play.turns.of([chatId], { turns: 1, isEnough: () => false });
    this.#ended.push(ended);
    void ended.then(() => this.#open.delete(chatId));
    return ended;
  }
}
