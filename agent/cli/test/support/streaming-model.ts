import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A model behind HTTP that answers with one text after the other, `size` characters at a time, a millisecond apart.
 * Resolves to what
 * `--base-url` takes.
 */
export async function streamingModel(texts: readonly string[], size: number): Promise<string> {
  const left = [...texts];
  const server: Server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.writeHead(404).end();
    for await (const _ of request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta: object, finish: string | null = null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
    const text = left.shift() ?? "";
    for (let at = 0; at < text.length; at += size) {
      send({ content: text.slice(at, at + size) });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    send({}, "stop");
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/v1`;
}
