/**
 * A sequence for one reader. A second one throws an `Error` that says so: it would find the sequence empty, or take
 * half of it away from the first.
 */
export function readOnce<T>(source: AsyncGenerator<T>, what: string): AsyncIterable<T> {
  let isRead = false;
  return {
    [Symbol.asyncIterator]() {
      if (isRead) throw new Error(`${what} can be read once, and were read already. Keep what the first reader gets.`);
      isRead = true;
      return source;
    },
  };
}
