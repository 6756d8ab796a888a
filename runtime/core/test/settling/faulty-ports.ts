import { wait } from "../support.ts";

/** Everything that a run waits for and that somebody else has written. */
export const PORTS = [
  "append",
  "read",
  "lastSeq",
  "lastRun",
  "take",
  "waiting",
  "sent",
  "ended",
  "approve",
  "decide",
  "asks",
  "input",
  "output",
  "answer",
  "completionStream",
  "stream",
  "final",
  "prepareStep",
  "execute",
  "create",
  "dispose",
  "middleware",
  "beforeCall",
  "onSuccess",
  "onError",
  "formatOutput",
  "save",
  "observer",
  "settled",
  "onUserMessage",
  "onAsyncResult",
  "listener",
  "logger",
  "step",
] as const;

export type Port = (typeof PORTS)[number];

/** How a port fails. */
export const FAULTS = [
  "throws",
  "throws a hostile proxy",
  "rejects",
  "hangs",
  "answers late",
  "answers nonsense",
] as const;

/** A port that fails from its `at`-th use on, that once or for good. */
export interface Fault {
  readonly port: Port;
  readonly at: number;
  readonly how: (typeof FAULTS)[number];
  readonly isForGood: boolean;
}

/** Ports, some of which fail. */
export class FaultyPorts {
  readonly #faults: readonly Fault[];
  readonly #uses = new Map<Port, number>();

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
  }

  /** One use of a port. */
  use<T>(port: Port, real: () => T): T {
    const fault = this.#next(port);
    if (fault === undefined) return real();
    // Any value may come out of a port in plain JavaScript.
    return this.#failed(fault, real) as T;
  }

  #failed({ how, port }: Fault, real: () => unknown): unknown {
    if (how === "throws") throw new Error("broken");
    if (how === "throws a hostile proxy") throw hostile();
    if (how === "rejects") return Promise.reject(new Error("broken"));
    if (how === "hangs") return new Promise(() => undefined);
    if (how === "answers late") return wait(30).then(real);
    // A journal that says that it has stored what it has not deceives everybody.
    if (port === "append") return real();
    return NONSENSE[(this.#uses.get("append") ?? 0) % NONSENSE.length]?.();
  }

  /** The same for what is read piece by piece. */
  async *each<T>(port: Port, real: () => AsyncIterable<T>): AsyncGenerator<T> {
    await this.use(port, async () => undefined);
    yield* real();
  }

  #next(port: Port): Fault | undefined {
    const count = (this.#uses.get(port) ?? 0) + 1;
    this.#uses.set(port, count);
    return this.#faults.find(
      (fault) => fault.port === port && (fault.isForGood ? count >= fault.at : count === fault.at),
    );
  }
}

/** What throws whatever is done with it. */
export function hostile(): object {
  const refuse = () => {
    throw new Error("hands off");
  };
  return new Proxy(
    {},
    { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse },
  );
}

const NONSENSE: readonly (() => unknown)[] = [() => null, () => 7, () => "word", () => ({}), () => [], hostile];
