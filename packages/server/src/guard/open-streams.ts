/** Counts the streams that are being read. */
export class OpenStreams {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= this.#limit;
  }

  /** The same response, counted until it has been read, or its reader has left. */
  counted(response: Response): Response {
    const { body } = response;
    if (body === null) return response;
    this.#count += 1;
    let isOpen = true;
    const close = () => {
      if (isOpen) this.#count -= 1;
      isOpen = false;
    };
    const reader = body.getReader();
    const counted = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const read = await reader.read();
          if (!read.done) return controller.enqueue(read.value);
          close();
          controller.close();
        } catch (error) {
          close();
          controller.error(error);
        }
      },
      cancel(reason) {
        close();
        return reader.cancel(reason);
      },
    });
    return new Response(counted, { status: response.status, headers: response.headers });
  }
}
