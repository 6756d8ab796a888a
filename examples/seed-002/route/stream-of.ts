/** A stream that takes the next item when its reader wants one; leaving it ends the iteration. */
export function streamOf<T>(items: AsyncIterable<T>): ReadableStream<T> {
  const iterator = items[Symbol.asyncIterator]();
  return new ReadableStream<T>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
