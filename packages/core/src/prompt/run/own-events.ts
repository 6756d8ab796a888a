import type { ActivityStream } from "../../journal/activity-stream.ts";
import { isLive, type JournalEvent } from "../../journal/event.ts";

/** Keeps the stored events of one run, out of a stream that may hold other runs too. */
export class OwnEvents {
  #events: JournalEvent[] = [];
  #stop: (() => void) | undefined;

  get list(): readonly JournalEvent[] {
    return this.#events;
  }

  /** Begins anew, with the events that `isOwn` picks. */
  watch(activity: ActivityStream, isOwn: (runId: string) => boolean): void {
    this.#stop?.();
    const events: JournalEvent[] = [];
    this.#events = events;
    this.#stop = activity.subscribe("*", (event) => {
      if (!isLive(event.type) && isOwn(event.runId)) events.push(event);
    });
  }

  /** Ends it; what is kept stays. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}
