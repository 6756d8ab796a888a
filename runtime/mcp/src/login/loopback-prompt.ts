import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { LoginPrompt } from "./login-prompt.ts";

/** Where the user is sent back to, and for how long that is waited for. */
export interface LoopbackOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: "127.0.0.1" | "localhost";
  /** Shows the address to go to. */
  show(address: string): void;
  readonly signal: AbortSignal;
}

/** A prompt that waits on this machine for the user to come back. Rejects where the port cannot be listened on. */
export async function loopbackPrompt(options: LoopbackOptions): Promise<LoginPrompt & { close(): void }> {
  const { host, port, show, signal } = options;
  let answered: (url: URL) => void = () => undefined;
  let state = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", redirectUrl);
    // Whoever does not know the state was not sent here by this login.
    const isAnswer = url.pathname === PATH && state !== "" && url.searchParams.get("state") === state;
    response.writeHead(isAnswer ? 200 : 404, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end(isAnswer ? "You can close this page, and go back to Toolwright.\n" : "There is nothing here.\n");
    if (isAnswer) answered(url);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const redirectUrl = `http://${host}:${portOf(server)}${PATH}`;
  return {
    redirectUrl,
    authorise(address) {
      state = address.searchParams.get("state") ?? "";
      return new Promise((resolve, reject) => {
        answered = resolve;
        signal.addEventListener("abort", () => reject(new Error("Nobody has logged in.")), { once: true });
        show(address.href);
      });
    },
    close: () => void server.close(),
  };
}

const PATH = "/callback";

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
