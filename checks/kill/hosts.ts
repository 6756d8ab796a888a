import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "../../agent/store/test/postgres/support/postgres-server.ts";
import { freePort, startRestate } from "../../agent/store/test/restate/support/restate-server.ts";
import { again, type Place, type StoreName } from "./place.ts";

/** A host of its own: a network, process numbers, and a cable to this machine. */
interface Host {
  readonly namespace: string;
  /** The end of the cable on this machine. */
  readonly link: string;
  /** This machine, as the host reaches it. */
  readonly here: string;
  readonly address: string;
}

/** Of these an engine finds workers, through a balancer. */
const WORKER_PORT = 9080;
/** How soon an engine notices that nobody answers; its own default is a minute. */
const NOTICING = {
  RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_INTERVAL: "500ms",
  RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_TIMEOUT: "500ms",
};

/**
 * The database and the engine on this machine, and workers on two hosts in network namespaces. A sentence where that
 * cannot be.
 */
export async function openHosts(name: StoreName): Promise<Place | string> {
  if (!name.startsWith("postgres")) return `${name} is on one machine: there is no network to cut.`;
  const refusal = await whyNot();
  if (refusal !== undefined) return refusal;
  const hosts = [0, 1].map(hostOf);
  const ends = [async () => hosts.forEach(remove)];
  const end = async () => {
    for (const each of ends.toReversed()) await each();
  };
  process.once("exit", () => hosts.forEach(remove));
  try {
    hosts.forEach(add);
    const postgres = await startDatabase(hosts);
    ends.push(postgres.end);
    const carrying = name === "postgres+restate" ? await startEngine(hosts) : undefined;
    ends.push(carrying?.end ?? (async () => undefined));
    return {
      store: postgres.url,
      engine: carrying?.engine ?? "",
      slot: (number) => {
        const host = hosts[number % hosts.length] ?? hosts[0];
        if (host === undefined) throw new Error("There is no host.");
        const store = new URL(postgres.url);
        store.hostname = host.here;
        const engine = carrying?.engineOn(host) ?? "";
        return { store: store.href, engine, wrap: (command) => on(host, command) };
      },
      partition: async (slot, ms) => {
        const { link = "" } = hosts[slot % hosts.length] ?? {};
        ip("link", "set", link, "down");
        await pause(ms);
        ip("link", "set", link, "up");
      },
      database: () => again(postgres),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function ip(...words: readonly string[]): void {
  execFileSync("ip", words, { stdio: ["ignore", "ignore", "pipe"] });
}

/** One line for whoever wonders why nothing ran. */
async function whyNot(): Promise<string | undefined> {
  const namespace = `tw-try-${process.pid}`;
  try {
    ip("netns", "add", namespace);
    ip("netns", "del", namespace);
    return undefined;
  } catch {
    return "No partitions were tried: network namespaces need iproute2 and root.";
  }
}

/** In a network that is for measurements between two machines. */
function hostOf(number: number): Host {
  const net = `198.18.${process.pid % 250}`;
  const namespace = `tw-${process.pid}-${number}`;
  return {
    namespace,
    link: `tw${process.pid}-${number}`,
    here: `${net}.${4 * number + 1}`,
    address: `${net}.${4 * number + 2}`,
  };
}

function add({ namespace, link, here, address }: Host): void {
  ip("netns", "add", namespace);
  ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", namespace);
  ip("addr", "add", `${here}/30`, "dev", link);
  ip("link", "set", link, "up");
  ip("-n", namespace, "addr", "add", `${address}/30`, "dev", "eth0");
  for (const device of ["lo", "eth0"]) ip("-n", namespace, "link", "set", device, "up");
}

/** The cable goes with it. */
function remove({ namespace }: Host): void {
  try {
    ip("netns", "del", namespace);
  } catch {
    // It is gone.
  }
}

/** A process there: it has the number 1, as on a machine that nobody here can look into. */
function on({ namespace }: Host, command: readonly string[]): readonly string[] {
  return [
    "ip",
    "netns",
    "exec",
    namespace,
    "unshare",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
    "--",
    ...command,
  ];
}

async function startDatabase(hosts: readonly Host[]) {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-hosts-"));
  const rules = join(folder, "pg_hba.conf");
  writeFileSync(rules, "host all all 127.0.0.1/32 scram-sha-256\nhost all all 198.18.0.0/15 scram-sha-256\n");
  execFileSync("chmod", ["-R", "a+rX", folder]);
  const server = await startPostgres({
    listen_addresses: ["127.0.0.1", ...hosts.map(({ here }) => here)].join(","),
    hba_file: rules,
    // A host that is cut off holds its locks until the server gives its connections up.
    tcp_keepalives_idle: "1",
    tcp_keepalives_interval: "1",
    tcp_keepalives_count: "2",
    tcp_user_timeout: "2000",
  });
  return {
    ...server,
    end: async () => {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startEngine(hosts: readonly Host[]) {
  const server = await startRestate({ host: "0.0.0.0", settings: NOTICING });
  const balancer = await startBalancer(hosts);
  const { ingress, admin } = server.ports;
  const addressed = (host: string, listen: string) =>
    `restate://${host}:${ingress}?admin=${admin}&worker=http://127.0.0.1:${balancer.port}&listen=${listen}`;
  return {
    engine: addressed("127.0.0.1", "127.0.0.1:0"),
    engineOn: ({ here, address }: Host) => addressed(here, `${address}:${WORKER_PORT}`),
    end: async () => {
      balancer.close();
      await server.end();
    },
  };
}

/** Gives each connection to the next host, and to the other one where nobody takes it. */
async function startBalancer(hosts: readonly Host[]) {
  const port = await freePort();
  let next = 0;
  const server = createServer(async (client) => {
    client.on("error", () => undefined);
    next += 1;
    for (let tries = 0; tries < hosts.length; tries += 1) {
      const host = await reach(hosts[(next + tries) % hosts.length]?.address ?? "");
      if (host === undefined) continue;
      client.pipe(host).pipe(client);
      client.on("close", () => host.destroy());
      host.on("close", () => client.destroy());
      return;
    }
    client.destroy();
  }).listen(port, "127.0.0.1");
  return { port, close: () => server.close() };
}

function reach(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(WORKER_PORT, address);
    const timer = setTimeout(() => socket.destroy(), 300);
    socket.on("error", () => undefined);
    socket.once("connect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once("close", () => resolve(undefined));
  });
}
