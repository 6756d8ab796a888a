import { linkedSignal } from "@toolwright/core/internal";

/** Bytes of an answer that is one value, and of one event of a stream. */
const MAX_BYTES = 64 * 1024 * 1024;
/** How often a request may be sent on. */
const MAX_REDIRECTS = 5;

/**
 * `fetch` whose answers end in an error where one message is too long: the SDK would read it into memory whatever its
 * size.
 */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const { signal, unlink } = linkedSignal(init?.signal);
  const response = await fetchHere(url, { ...init, signal }).catch((error) => {
    unlink();
    throw error;
  });
  if (response.body === null) {
    unlink();
    return response;
  }
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const event = new EventSize();
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes = isStream ? event.after(chunk) : bytes + chunk.length;
      if (bytes > MAX_BYTES) controller.error(new RangeError(`a message is longer than ${MAX_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
  response.body.pipeTo(counted.writable).then(unlink, unlink);
  const { status, statusText, headers } = response;
  return new Response(counted.readable, { status, statusText, headers });
}

/**
 * Follows redirects that keep method and origin: elsewhere nobody may read what a server is told, nor a key in a header
 * of its own.
 */
async function fetchHere(url: string | URL, init?: RequestInit): Promise<Response> {
  let address = new URL(url);
  for (let sent = 0; sent <= MAX_REDIRECTS; sent += 1) {
    const response = await fetch(address, { ...init, redirect: "manual" });
    const { status, headers } = response;
    const location = headers.get("location");
    if (location === null || status < 300 || status > 399) return response;
    await response.body?.cancel();
    const next = new URL(location, address);
    const keepsMethod = status === 307 || status === 308 || (init?.method ?? "GET") === "GET";
    if (next.origin !== address.origin || !keepsMethod)
      throw new Error(`it sends requests on to ${next.origin}${next.pathname} (HTTP ${status}), where nothing is sent`);
    address = next;
  }
  throw new Error(`it sends requests on more than ${MAX_REDIRECTS} times`);
}

/** Counts the bytes since the last empty line, which ends an event. */
class EventSize {
  #bytes = 0;
  #lineIsEmpty = true;

  after(chunk: Uint8Array): number {
    for (let start = 0; start < chunk.length; ) {
      const feed = chunk.indexOf(LINE_FEED, start);
      const end = feed < 0 ? chunk.length : feed;
      const isBlank = end === start || (end === start + 1 && chunk[start] === RETURN);
      this.#bytes += end + 1 - start;
      if (feed >= 0 && this.#lineIsEmpty && isBlank) this.#bytes = 0;
      this.#lineIsEmpty = feed >= 0 || (this.#lineIsEmpty && isBlank);
      start = end + 1;
    }
    return this.#bytes;
  }
}

const LINE_FEED = 10;
const RETURN = 13;
