import type {
  CallOutcome,
  ProgramExecutor,
  ProgramSession,
  ProgramToOpen,
  Turn,
} from "../executor/program-executor.ts";

/** An end as the program was given it. */
interface Delivered {
  readonly call: number;
  readonly outcome: CallOutcome;
  readonly timeMs: number;
}

/**
 * A session whose machine can be given up while the program only waits. It is made again from what the program was
 * given, which is all that it hangs on. One that was given more than its machine may hold keeps that, as it is smaller.
 */
export class ParkableSession {
  readonly #executor: ProgramExecutor;
  readonly #program: ProgramToOpen;
  readonly #delivered: Delivered[] = [];
  /** Characters of what was delivered; what is above the bytes of the machine is not kept. */
  #given = 0;
  #session: ProgramSession | undefined;
  #cpuMs = 0;

  constructor(executor: ProgramExecutor, program: ProgramToOpen) {
    this.#executor = executor;
    this.#program = program;
  }

  /** Milliseconds that the program computed, in all its machines. */
  get cpuMs(): number {
    return this.#cpuMs;
  }

  /** Rejects where no machine can be had. */
  async start(): Promise<Turn> {
    const { turn } = await this.#open();
    return turn;
  }

  /** Rejects where the machine was given up, and no other can be had. */
  async settle(call: number, outcome: CallOutcome, timeMs: number): Promise<Turn> {
    const session = await this.#machine();
    this.#keep({ call, outcome, timeMs });
    return this.#counted(await session.settle(call, outcome, timeMs));
  }

  /** Gives the machine up until the next end comes, where it can be made again. */
  async park(): Promise<void> {
    if (this.#canBeMadeAgain) await this.close();
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  get #canBeMadeAgain(): boolean {
    return this.#given <= this.#program.limits.memoryBytes;
  }

  #keep(delivered: Delivered): void {
    this.#given += delivered.outcome.json.length;
    if (this.#canBeMadeAgain) this.#delivered.push(delivered);
    else this.#delivered.length = 0;
  }

  async #open() {
    const session = await this.#executor.open(this.#program);
    this.#session = session;
    return { session, turn: this.#counted(await session.start()) };
  }

  /** The machine, with all that the program was given by now. */
  async #machine(): Promise<ProgramSession> {
    if (this.#session !== undefined) return this.#session;
    const { session } = await this.#open();
    for (const { call, outcome, timeMs } of this.#delivered) this.#counted(await session.settle(call, outcome, timeMs));
    return session;
  }

  #counted(turn: Turn): Turn {
    this.#cpuMs += turn.cpuMs;
    return turn;
  }
}
