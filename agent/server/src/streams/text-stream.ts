/** How a stream is filled. */
export interface TextSource {
  readonly texts: AsyncIterator<string>;
  /** Called once, when everything was told, or (false) when the reader has left or something failed. */
  readonly onEnd: (isWhole: boolean) => void;
  /**
   * Sent whenever nothing else was for so many milliseconds: proxies close connections that are silent. Left out where
   * nothing may stand between the texts.
   */
  readonly idle?: { readonly afterMs: number; readonly text: string };
  /** The texts hold already what one turn of the event loop brings: each goes out at once. */
  readonly isGathered?: boolean;
}

/** Characters that wait for a slow reader; nothing more is taken then. */
const MAX_WAITING = 64 * 1024;

const encoder = new TextEncoder();

/** Texts as a stream of bytes. What is ready in one turn of the event loop goes out in one piece. */
export function textStream({
  texts,
  onEnd,
  idle,
  isGathered = false,
}: TextSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  const out = new Joined(idle, isGathered);
  let isOver = false;
  const end = (isWhole: boolean) => {
    if (isOver) return;
    isOver = true;
    out.end();
    onEnd(isWhole);
  };
  const pump = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    try {
      for (let next = await texts.next(); !isOver && next.done !== true; next = await texts.next()) {
        await out.add(next.value);
      }
      // Whoever makes the texts may hold something until it is told that nobody reads them.
      if (isOver) return void texts.return?.();
      out.flush();
      end(true);
      controller.close();
    } catch (error) {
      if (isOver) return;
      end(false);
      controller.error(error);
    }
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      out.controller = controller;
      void pump(controller);
    },
    pull: () => out.pulled(),
    cancel: () => end(false),
  });
}

/** Texts that wait to go out together. */
class Joined {
  controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #waiting = "";
  #flushing: NodeJS.Immediate | undefined;
  #room: (() => void) | undefined;
  readonly #idle: NodeJS.Timeout | undefined;
  readonly #isGathered: boolean;

  constructor(idle: TextSource["idle"], isGathered: boolean) {
    this.#isGathered = isGathered;
    if (idle === undefined) return;
    this.#idle = setInterval(() => {
      if (this.#waiting === "" && this.#hasRoom()) this.controller?.enqueue(encoder.encode(idle.text));
    }, idle.afterMs);
    this.#idle.unref();
  }

  /** A promise where the reader has to take something first. */
  add(text: string): Promise<void> | undefined {
    this.#waiting += text;
    if (this.#isGathered) this.#flushWithRoom();
    else this.#flushing ??= setImmediate(() => this.#flushWithRoom());
    if (this.#waiting.length < MAX_WAITING) return undefined;
    return new Promise((resolve) => {
      this.#room = resolve;
    });
  }

  #flushWithRoom(): void {
    this.#flushing = undefined;
    if (this.#hasRoom()) this.flush();
  }

  pulled(): void {
    if (this.#flushing === undefined) this.flush();
  }

  flush(): void {
    const text = this.#waiting;
    this.#waiting = "";
    if (text !== "") {
      this.controller?.enqueue(encoder.encode(text));
      this.#idle?.refresh();
    }
    const room = this.#room;
    this.#room = undefined;
    room?.();
  }

  end(): void {
    clearInterval(this.#idle);
    clearImmediate(this.#flushing);
    this.#room?.();
  }

  #hasRoom(): boolean {
    return (this.controller?.desiredSize ?? 0) > 0;
  }
}
