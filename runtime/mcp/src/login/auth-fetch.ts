import { isLoopbackHost, lateSignal, linkedSignal } from "@toolwright/core/internal";

/** Milliseconds that one request of a login may take, and bytes of an answer. */
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1024 * 1024;

/**
 * `fetch` for what a server names in a login: over https, or on this machine where the server itself is on this
 * machine. It follows no redirect, and its answers are bounded.
 */
export function authFetch(serverUrl: string): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const isHere = isLoopbackHost(new URL(serverUrl).hostname);
  return async (address, init) => {
    const url = new URL(address);
    // On this machine nothing of a login can be overheard, and nobody else's server is.
    const isLocal = isLoopbackHost(url.hostname);
    if (isLocal ? !isHere : url.protocol !== "https:")
      throw new Error(`A login does not go to ${url.origin}, which is ${isLocal ? "this machine" : "not https"}.`);
    const { signal, unlink } = linkedSignal(
      AbortSignal.any([lateSignal(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])]),
    );
    try {
      const asked = () => fetch(url, { ...init, signal, redirect: "manual" });
      // A connection that was kept open may have just ended: what only reads is asked again.
      const isReading = (init?.method ?? "GET") === "GET";
      const response = await asked().catch((error) => (isReading && !signal.aborted ? asked() : Promise.reject(error)));
      const { status, statusText, headers } = response;
      const body = await textOf(response);
      return new Response(NO_BODY.has(status) ? null : body, { status, statusText, headers });
    } finally {
      unlink();
    }
  };
}

const NO_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new RangeError(`an answer of the login is longer than ${MAX_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
