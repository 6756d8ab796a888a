import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { HostAddress } from "./checked-addresses.ts";
import { FetchError, type FetchRequest, type FetchResponse } from "./fetcher.port.ts";
import type { NodeFetcherOptions } from "./node-fetcher.adapter.ts";

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["deflate", () => createInflate()],
  ["br", () => createBrotliDecompress()],
]);

/** What is asked for. */
const ACCEPTED_ENCODINGS = "gzip, deflate, br";

/** Asks one of these addresses, and nobody else. Rejects with a `FetchError`. */
export async function sendRequest(
  request: FetchRequest,
  addresses: readonly HostAddress[],
  { ca }: NodeFetcherOptions,
): Promise<FetchResponse> {
  return toResponse(await send(request, addresses, ca));
}

function send(
  { url, headers, signal }: FetchRequest,
  addresses: readonly HostAddress[],
  ca: string | undefined,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    agent: false,
    headers: { ...headers, "accept-encoding": ACCEPTED_ENCODINGS },
    lookup: lookupOf(addresses),
    maxHeaderSize: 32 * 1024,
    signal,
  };
  return new Promise((resolve, reject) => {
    const sent = url.protocol === "https:" ? httpsRequest(url, { ...options, ca }) : httpRequest(url, options);
    sent.on("response", resolve);
    sent.on("error", (error) => reject(failure(error, signal)));
    sent.on("socket", (socket) => {
      socket.on("connect", () => {
        if (!addresses.some(({ address }) => address === socket.remoteAddress)) socket.destroy();
      });
    });
    sent.end();
  });
}

/** Answers with what was judged, whatever is asked. */
function lookupOf(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
}

function toResponse(message: IncomingMessage): FetchResponse {
  const body: Readable = decodedBody(message);
  return {
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? "",
    headers: headersOf(message),
    body,
    close() {
      body.on("error", () => {});
      body.destroy();
      message.destroy();
    },
  };
}

function headersOf({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  const entries = Object.entries(headers);
  return new Map(entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]));
}

function failure(error: Error, signal: AbortSignal): FetchError {
  if (signal.aborted) return new FetchError("aborted", "the request was ended", error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return new FetchError("connection", "no secure connection could be made", error);
  if (code.startsWith("HPE_")) return new FetchError("protocol", "the answer is not HTTP", error);
  return new FetchError("connection", "the host does not answer", error);
}

/** The body without its content encoding, as a stream that can be left at any time. */
function decodedBody(message: IncomingMessage): Readable {
  const encoding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return message;
  const decoder = DECODERS.get(encoding)?.();
  if (decoder === undefined) {
    message.destroy();
    throw new FetchError("protocol", "the answer is encoded in a way that was not asked for");
  }
  // A failure ends the last stream of a pipeline, where the reader hears of it.
  return pipeline(message, decoder, () => {});
}
