import { SlowTimer } from "../../slow-timer.ts";
import type { Turn } from "../program-executor.ts";
import { BEATS, type Reply, type Request, STOP } from "./messages.ts";
import type { ProgramThread } from "./program-thread.ts";

/**
 * Looks after the turns of one program in its thread. The machine ends a turn by itself when it has computed too long
 * or is to stop, as long as it looks up: it does so every 10,000 jumps, and counts. Where it does not, it is in a
 * built-in function, and its thread ends.
 */
export class ThreadWatch {
  readonly #thread: ProgramThread;
  readonly #control: Int32Array<SharedArrayBuffer>;
  readonly #timer = new SlowTimer();
  #isStopping = false;
  #isInTurn = false;
  #failed: NonNullable<Turn["failed"]> | undefined;

  constructor(thread: ProgramThread, control: Int32Array<SharedArrayBuffer>) {
    this.#thread = thread;
    this.#control = control;
  }

  /** One turn. `leftMs`: what is left of the computing of the program. */
  async take(request: Request, leftMs: number): Promise<Reply> {
    this.#isInTurn = true;
    if (this.#isStopping) this.#endSoon();
    else this.#lookIn(Math.max(0, leftMs), processTime() + leftMs);
    const reply = await this.#thread.ask(request);
    this.#isInTurn = false;
    this.#timer.end();
    return this.#failed && reply.kind === "died" ? { ...reply, failed: this.#failed } : reply;
  }

  /** The turn that runs ends within a moment, and so does any other. */
  stop(): void {
    this.#isStopping = true;
    Atomics.store(this.#control, STOP, 1);
    if (this.#isInTurn) this.#endSoon();
  }

  /** No other turn is taken. */
  close(): void {
    this.#timer.close();
  }

  #endSoon(): void {
    this.#timer.begin(STOP_MS, () => this.#end("stopped"));
  }

  #lookIn(ms: number, dueMs: number, beats?: number): void {
    this.#timer.begin(ms, () => this.#look(dueMs, beats));
  }

  /** `dueMs`: what the process has computed by then. On a busy machine more has passed, and the thread had no turn. */
  #look(dueMs: number, before: number | undefined): void {
    const leftMs = dueMs - processTime();
    const beats = Atomics.load(this.#control, BEATS);
    if (leftMs > 0) this.#lookIn(leftMs, dueMs);
    else if (beats === before) this.#end("cpu");
    else this.#lookIn(LOOK_MS, dueMs, beats);
  }

  #end(failure: NonNullable<Turn["failed"]>): void {
    this.#failed ??= failure;
    void this.#thread.end();
  }
}

/** So long may the machine not look up once its time is over. */
const LOOK_MS = 250;
/** So long may it not look up once it is to stop. */
const STOP_MS = 25;

/** Milliseconds that all threads have computed: no less than any of them. */
function processTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
