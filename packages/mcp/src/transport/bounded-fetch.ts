/** Bytes of an answer that is one value, and of one event of a stream. */
const MAX_BYTES = 64 * 1024 * 1024;

/** `fetch` whose answers end in an error where one message is too long: the SDK would read it into memory whatever its size. */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const last = isStream ? chunk.lastIndexOf(LINE_FEED) : -1;
      bytes = last < 0 ? bytes + chunk.length : chunk.length - last - 1;
      if (bytes > MAX_BYTES) controller.error(new RangeError(`a message is longer than ${MAX_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}

const LINE_FEED = 10;
