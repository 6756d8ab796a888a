import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { FetchError } from "./fetcher.port.ts";

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["deflate", () => createInflate()],
  ["br", () => createBrotliDecompress()],
]);

/** What is asked for. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

/** The body without its content encoding, as a stream that can be left at any time. */
export function decodedBody(message: IncomingMessage): Readable {
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
