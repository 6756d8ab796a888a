import type { Readable } from "node:stream";

/** Characters of one line; what is beyond is dropped, and the line is then no JSON. */
const LONGEST_LINE = 32 * 1024 * 1024;

/**
 * The lines of a stream, as they come, until it ends or `signal` is aborted. Only `\n` ends a line (`\r\n` too): JSON
 * may hold U+2028 as it is, which `node:readline` would break at.
 */
export async function* readLines(input: Readable, signal?: AbortSignal): AsyncGenerator<string> {
  const stop = () => input.destroy();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    yield* split(input);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

async function* split(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    const pieces = decoder.decode(chunk, { stream: true }).split("\n");
    const last = pieces.pop() ?? "";
    for (const piece of pieces) {
      yield (rest + piece).replace(/\r$/, "");
      rest = "";
    }
    if (rest.length < LONGEST_LINE) rest += last;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
