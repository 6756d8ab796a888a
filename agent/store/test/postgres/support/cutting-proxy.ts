import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Stands between a store and its database, and cuts what goes through it. */
export interface CuttingProxy {
  /** The address of the database, through this. */
  readonly url: string;
  /**
   * Lets the next request of which `isMeant` says so reach the database, keeps its answer back, and then cuts the
   * connection.
   */
  loseAnswerTo(isMeant: (sent: Buffer) => boolean): void;
  /** How many answers were lost so far. */
  readonly lost: number;
  /** Cuts all connections now. */
  cut(): void;
  /** Takes what is sent either way and passes nothing on: nobody is told that anything is wrong. */
  hold(isHeld: boolean): void;
  close(): void;
}

/**
 * How long an answer is waited for before its connection is cut, in milliseconds: by then the database has done what it
 * was asked.
 */
const ANSWERED_MS = 100;

export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isMeant: ((sent: Buffer) => boolean) | undefined;
  let lost = 0;
  let isHeld = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const pair = [client, database] as const;
    let losesAnswers = false;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    client.on("data", (sent) => {
      if (isHeld) return;
      if (isMeant?.(sent) === true) {
        isMeant = undefined;
        losesAnswers = true;
        lost += 1;
        setTimeout(end, ANSWERED_MS);
      }
      database.write(sent);
    });
    database.on("data", (answer) => void (losesAnswers || isHeld || client.write(answer)));
    for (const socket of pair) socket.on("error", end).on("close", end);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const own = new URL(url);
  own.port = String(typeof address === "object" ? address?.port : "");
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    url: own.href,
    loseAnswerTo: (meant) => void (isMeant = meant),
    get lost() {
      return lost;
    },
    cut,
    hold: (held) => void (isHeld = held),
    close: () => {
      cut();
      server.close();
    },
  };
}
