import type { ActivitySink } from "./activity-sink.ts";
import type { EventAbout } from "./activity-stream.ts";
import type { EventData, EventType } from "./event.ts";
import type { Journal } from "./journal.ts";

/** Told of an event when it is published. Returns what else is to be said of it, where there is anything. */
export type Hear = <T extends EventType>(
  type: T,
  data: EventData[T],
  about: EventAbout | undefined,
) => EventAbout | undefined;

/** A stream whose events one more listener hears, also where nobody else was given to hear them. */
export class HeardSink implements ActivitySink {
  readonly #activity: ActivitySink;
  readonly #hear: Hear;

  constructor(activity: ActivitySink, hear: Hear) {
    this.#activity = activity;
    this.#hear = hear;
  }

  get failure(): unknown {
    return this.#activity.failure;
  }

  get journal(): Journal | undefined {
    return this.#activity.journal;
  }

  get joinsOutput(): boolean {
    return this.#activity.joinsOutput;
  }

  emit<T extends EventType>(type: T, data: EventData[T], about?: EventAbout): void | Promise<void> {
    return this.#activity.emit(type, data, this.#hear(type, data, about) ?? about);
  }

  stored(): Promise<void> | undefined {
    return this.#activity.stored();
  }

  sync(): ReturnType<ActivitySink["sync"]> {
    return this.#activity.sync();
  }
}
