// Installs the engine, once, and runs it on loopback until it is stopped: `npm run restate`, or with another folder for
// what it keeps: `npm run restate -- /var/lib/toolwright/restate`.
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { NO_RESTATE, restateProgram, spawnRestate } from "../../agent/store/test/restate/support/restate-server.ts";

const folder = resolve(process.argv[2] ?? "checks/engine/data");
const program = restateProgram();
if (program === undefined) {
  console.error(NO_RESTATE);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const ports = { ingress: 8080, admin: 9070, node: 5122 };
const child = spawnRestate(program, folder, ports);
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => child.kill(name));
console.log(
  `restate://127.0.0.1:${ports.ingress}, with what it keeps in ${folder}; its own page: http://127.0.0.1:${ports.admin}`,
);
const [code] = await once(child, "exit");
process.exitCode = code ?? 0;
