import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Where the server is installed, with a lock file of its own. */
const FOLDER = join(import.meta.dirname, "../../../../../checks/engine");

/** What a person reads once where the tests cannot run. */
export const NO_RESTATE = "Restate is missing (npm ci in checks/engine failed): its tests are skipped.";

/** Where an engine listens. */
export interface RestatePorts {
  readonly ingress: number;
  readonly admin: number;
  readonly node: number;
}

/** The server's program, installed where it is not; undefined where that cannot be. */
export function restateProgram(): string | undefined {
  if (installed() === undefined) {
    try {
      // Its scripts only count installations.
      const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
      execFileSync("npm", words, { cwd: FOLDER, stdio: ["ignore", "ignore", "pipe"] });
    } catch {
      return undefined;
    }
  }
  return installed();
}

function installed(): string | undefined {
  const packages = join(FOLDER, "node_modules/@restatedev");
  if (!existsSync(packages)) return undefined;
  const programs = readdirSync(packages).map((name) => join(packages, name, "bin/restate-server"));
  return programs.find((program) => existsSync(program));
}

/** Where it listens, and what else its environment says. */
export interface RestateSettings {
  /** Default: loopback. */
  readonly host?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the server, without telemetry. */
export function spawnRestate(
  program: string,
  folder: string,
  ports: RestatePorts,
  { log, host = "127.0.0.1", settings = {} }: RestateSettings & { readonly log?: number } = {},
): ChildProcess {
  const output = log ?? "inherit";
  return spawn(program, ["--base-dir", folder, "--node-name", "toolwright"], {
    env: {
      ...process.env,
      RESTATE_DISABLE_TELEMETRY: "true",
      DO_NOT_TRACK: "1",
      RESTATE_INGRESS__BIND_ADDRESS: `${host}:${ports.ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `${host}:${ports.admin}`,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${ports.node}`,
      RESTATE_LOG_FILTER: process.env.RESTATE_LOG_FILTER ?? "warn",
      ...settings,
    },
    stdio: ["ignore", output, output],
  });
}

/** An engine in a temporary folder. */
export interface RestateServer {
  readonly ports: RestatePorts;
  /** For a host whose workers listen on this port. */
  address(workerPort: number): string;
  /** Kills it with signal 9. */
  kill(): Promise<void>;
  /** Starts it again over what its disk holds. */
  start(): Promise<void>;
  /** Kills it and takes its folder away. */
  end(): Promise<void>;
}

/** Starts an engine. Throws where it is missing. */
export async function startRestate(given: RestateSettings = {}): Promise<RestateServer> {
  const program = restateProgram();
  if (program === undefined) throw new Error(NO_RESTATE);
  const folder = mkdtempSync(join(tmpdir(), "toolwright-restate-"));
  const log = openSync(join(folder, "log"), "a");
  const ports = { ingress: await freePort(), admin: await freePort(), node: await freePort() };
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child === undefined) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    child = undefined;
  };
  const start = async () => {
    child = spawnRestate(program, folder, ports, { ...given, log });
    await untilHealthy(ports);
  };
  const end = async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", () => child?.kill("SIGKILL"));
  await start();
  const address = (worker: number) =>
    `restate://127.0.0.1:${ports.ingress}?admin=${ports.admin}&worker=http://127.0.0.1:${worker}`;
  return { ports, address, kill, start, end };
}

async function untilHealthy({ ingress, admin }: RestatePorts): Promise<void> {
  const addresses = [`http://127.0.0.1:${admin}/health`, `http://127.0.0.1:${ingress}/restate/health`];
  for (const until = performance.now() + 60_000; ; ) {
    const answers = await Promise.all(
      addresses.map((url) =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    if (answers.every(Boolean)) return;
    if (performance.now() > until) throw new Error("Restate does not answer.");
    await pause(50);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}
