/** How a stream is filled. */
export interface StreamSource<T> {
  readonly items: AsyncIterator<T>;
  /** Called when the reader leaves. */
  readonly onCancel: () => void;
  /** Sent whenever nothing else was for so many milliseconds: proxies close connections that are silent. */
  readonly idle: { readonly afterMs: number; readonly item: T };
}

/** A stream that takes the next item when its reader wants one. */
export function streamOf<T>({ items, onCancel, idle }: StreamSource<T>): ReadableStream<T> {
  let coming: Promise<IteratorResult<T>> | undefined;
  return new ReadableStream<T>({
    async pull(controller) {
      coming ??= items.next();
      const next = await within(coming, idle.afterMs);
      if (next === undefined) {
        controller.enqueue(idle.item);
        return;
      }
      coming = undefined;
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: onCancel,
  });
}

/** Undefined when it takes longer. */
function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
