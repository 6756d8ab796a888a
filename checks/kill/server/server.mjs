// A server in a process of its own: `node server.mjs PLACE LOG [NUMBER before|during|after]` kills itself at its
// journal write of that number.
import { createAgentServer, startNodeServer } from "@toolwright/server";
import { killedAgent } from "./agent.mjs";
import { openPlace } from "./place.mjs";

const [, , place, log, number = "0", when = ""] = process.argv;
const store = await openPlace(place);
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const server = createAgentServer({
  agent: killedAgent(log, Number(process.env.KILL_CALL_MS)),
  store: number === "0" ? store : dying(store),
  token: "kill",
  limits: { leaseMs: 1_500, requestsPerSecond: 10_000 },
  logger,
});
const running = await startNodeServer(server, { port: Number(process.env.KILL_PORT) });
process.on("disconnect", () => process.exit());
process.on("SIGTERM", async () => {
  await running.close();
  await store.close();
  process.exit();
});
process.send({ port: running.port });

/** The same store, whose journals end the process at one of their writes. */
function dying(given) {
  let writes = 0;
  const die = () => process.kill(process.pid, "SIGKILL");
  const journal = (...asked) => {
    const made = given.journal(...asked);
    const append = made.append.bind(made);
    made.append = async (event) => {
      writes += 1;
      const isLast = writes === Number(number);
      if (isLast && when === "before") die();
      const storing = append(event);
      if (isLast && when === "during") setImmediate(die);
      await storing;
      if (isLast) die();
    };
    return made;
  };
  return new Proxy(given, {
    get(target, key) {
      if (key === "journal") return journal;
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
