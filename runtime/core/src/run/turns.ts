/** A call that takes its turn, in the order in which the calls were asked for. */
export interface Turn {
  /** While a person is asked about the call, it keeps nobody back. */
  whileAsking<T>(answer: () => Promise<T>): Promise<T>;
  /** Resolves when the call may run: beside others that share their time, else alone. */
  begin(sharesTime: boolean): Promise<void>;
  /** The call has ended, or will not run. */
  end(): void;
}

interface Place extends Turn {
  state: "is read" | "asks" | "waits" | "runs";
  sharesTime: boolean;
  start: () => void;
}

/** Who runs beside whom among calls that are asked for at any time: reads together, every other call alone. */
export class Turns {
  readonly #width: number;
  readonly #places = new Set<Place>();
  #running = 0;

  /** So many run together at most. */
  constructor(width: number) {
    this.#width = width;
  }

  /** A place behind all calls that were asked for before. */
  take(): Turn {
    const place: Place = {
      state: "is read",
      sharesTime: false,
      start: () => undefined,
      whileAsking: async (answer) => {
        this.#move(place, "asks");
        try {
          return await answer();
        } finally {
          this.#move(place, "is read");
        }
      },
      begin: (sharesTime) =>
        new Promise<void>((resolve) => {
          place.sharesTime = sharesTime;
          place.start = resolve;
          this.#move(place, "waits");
        }),
      end: () => {
        this.#places.delete(place);
        if (place.state === "runs") this.#running -= this.#roomFor(place);
        this.#startNext();
      },
    };
    this.#places.add(place);
    return place;
  }

  #move(place: Place, state: Place["state"]): void {
    place.state = state;
    this.#startNext();
  }

  #startNext(): void {
    for (const place of this.#places) {
      if (place.state === "is read") return;
      if (place.state === "waits" && !this.#start(place)) return;
    }
  }

  /** False where there is no room for it yet. */
  #start(place: Place): boolean {
    if (this.#running + this.#roomFor(place) > this.#width) return false;
    this.#running += this.#roomFor(place);
    place.state = "runs";
    place.start();
    return true;
  }

  #roomFor({ sharesTime }: Place): number {
    return sharesTime ? 1 : this.#width;
  }
}
