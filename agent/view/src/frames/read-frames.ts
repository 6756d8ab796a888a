import { type Frame, parseFrame } from "./frame.ts";

/**
 * The frames of a response, in the order in which they were sent. The decoder of assistant-stream is not used here: it
 * merges parts asynchronously, so that the numbers from which a stream can be taken up again would not stand where
 * the server put them.
 */
export async function* readFrames(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<readonly Frame[]> {
  let rest = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const end = piece.lastIndexOf("\n");
    if (end === -1) {
      rest += piece;
      continue;
    }
    const lines = (rest + piece.slice(0, end)).split("\n");
    rest = piece.slice(end + 1);
    yield lines.flatMap((line) => parseFrame(line) ?? []);
  }
}
