import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { startTestServer } from "./support/test-server.ts";

it("ends a connection whose headers come piece by piece", async () => {
  const { url } = await startTestServer();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let heard = "";
  socket.on("data", (piece) => (heard += piece)).on("error", () => undefined);
  socket.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n");
  const began = performance.now();
  const more = setInterval(() => socket.write("X-More: 1\r\n"), 100);
  onTestFinished(() => clearInterval(more));
  await new Promise((resolve) => socket.once("close", resolve));
  // What the server said last is lost where our next piece is refused before it is read.
  expect(heard).toMatch(/^$|^HTTP\/1\.1 408 /);
  // Ten seconds, as the page says; without our own interval Node looks every thirty.
  expect(performance.now() - began).toBeLessThan(25_000);
});
