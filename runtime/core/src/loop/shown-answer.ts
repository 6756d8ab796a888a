import { monotonicMs } from "../async/monotonic.ts";
import type { EventData } from "../journal/event.ts";
import { partialMessage } from "../journal/partial-message.ts";
import type { ChatDeltaEvent } from "../model/model-port.ts";
import { Checkpoints } from "./checkpoints.ts";
import type { ClosedAnswer } from "./close-completion.ts";
import { DeltaPublisher, type DeltaTarget } from "./delta-publisher.ts";
import { NO_CALLS, type WrittenSoFar } from "./written-so-far.ts";

/** What was shown of an answer. */
export interface Shown {
  readonly written: WrittenSoFar;
  /** Milliseconds from the request to the first of it; undefined where nothing of it has come, or that is not known. */
  readonly firstTokenMs: number | undefined;
  /** What is stored of the answer because of how it was shown; undefined where that is as usual. */
  close(closed: ClosedAnswer): AsShown | undefined;
}

/** What a message of an answer holds of how it was shown. */
export type AsShown = Pick<EventData["assistant_message"], "reasoning" | "layout" | "firstTokenMs">;

/** An answer that streams in: it is published as it comes, and stored from time to time. */
export class ShownAnswer implements Shown {
  readonly #publisher: DeltaPublisher;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #begunAt: number;
  firstTokenMs: number | undefined;

  /** `begunAt`: when the model was asked, on the monotonic clock. */
  constructor(target: DeltaTarget, begunAt: number) {
    this.#begunAt = begunAt;
    this.#publisher = new DeltaPublisher(target);
    this.#checkpoints = checkpointsOf(target, this.#publisher);
  }

  get written(): WrittenSoFar {
    return this.#publisher.written;
  }

  publish(delta: ChatDeltaEvent): void {
    if ("delta" in delta && delta.delta !== "") this.firstTokenMs ??= Math.round(monotonicMs() - this.#begunAt);
    this.#publisher.publish(delta);
    this.#checkpoints?.noted();
  }

  /** Lets out what was held back; of an answer that breaks off, what may be shown of it. */
  end(isWhole: boolean): void {
    this.#checkpoints?.stop();
    if (isWhole) this.#publisher.end();
    else this.#publisher.pause();
  }

  /** What was shown of arguments that turned out to be no JSON object is taken back. */
  close(closed: ClosedAnswer): AsShown | undefined {
    const ids = this.written.idsByIndex(closed.calls);
    for (const [index, toolCallId] of ids) {
      if (closed.unreadable.includes(toolCallId)) this.#publisher.withdraw(index);
    }
    return asShown(this, closed, ids);
  }
}

/** What is stored of an answer because of how it was shown; undefined where that is as usual. */
export function asShown(
  { written, firstTokenMs }: Pick<Shown, "written" | "firstTokenMs">,
  { calls, message }: ClosedAnswer,
  ids: ReadonlyMap<number, string> = written.idsByIndex(calls),
): AsShown | undefined {
  const { reasoning } = written;
  const order = calls.map(({ toolCallId }) => toolCallId);
  const layout = written.layout(message.content, ids, order);
  if (reasoning === "" && layout === undefined && firstTokenMs === undefined) return undefined;
  return {
    ...(reasoning === "" ? {} : { reasoning }),
    ...(layout === undefined ? {} : { layout }),
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
  };
}

/** Only a journal has use for what is written so far. */
function checkpointsOf({ activity, runId }: DeltaTarget, publisher: DeltaPublisher): Checkpoints | undefined {
  if (activity.journal === undefined) return undefined;
  const { written } = publisher;
  const store = async () => {
    const { text, reasoning } = written;
    const layout = written.layout(text, NO_CALLS);
    await activity.emit("assistant_message", partialMessage({ text, reasoning, layout }), { runId });
  };
  // A journal that fails is reported by the stream, and ends the run.
  return new Checkpoints({
    written,
    store: () => void store().catch(() => undefined),
    onIdle: () => publisher.pause(true),
  });
}
