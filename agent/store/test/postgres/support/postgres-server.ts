import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { findPostgres, NO_POSTGRES } from "./find-postgres.ts";

/** A PostgreSQL of its own in a temporary folder, on a loopback port. It ends with this process, however that ends. */
export interface PostgresServer {
  /** With its password. */
  readonly url: string;
  /** What it has written to its log. */
  log(): string;
  /** As a crash: its processes are killed and nothing is tidied up. Resolves when they are gone. */
  kill(): Promise<void>;
  /** As an administrator ends it: connections are closed, what runs is rolled back. */
  stop(): Promise<void>;
  /** Again, on the same port, after `kill` or `stop`. Resolves when it answers. */
  start(): Promise<void>;
  /** For ever; the folder goes. */
  end(): Promise<void>;
}

export const PASSWORD = "s3cr3t/of:the@tests";
const USER = "toolwright";
/** How long a server may take until it answers, in milliseconds: a busy machine has many other things to do. */
const PATIENCE_MS = 60_000;

/** Starts one. `settings` are lines of `postgresql.conf`. Throws where PostgreSQL is missing. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error(NO_POSTGRES);
  const folder = mkdtempSync(join(tmpdir(), "toolwright-postgres-"));
  const owner = ownerOf(folder);
  const data = join(folder, "data");
  try {
    initialise({ bin, folder, data, owner });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const port = await freePort();
  const options = { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: folder, ...settings };
  const words = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const keeper = join(import.meta.dirname, "keep-postgres.sh");
  const child = spawn("/bin/sh", [keeper, folder, join(bin, "postgres"), "-D", data, ...words], {
    // A group of its own: what is sent to the tests' group must not reach it before it has tidied up.
    ...owner,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const tell = async (word: string): Promise<void> => {
    const answered = once(lines, "line");
    child.stdin.write(`${word}\n`);
    await answered;
  };
  const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`;
  const log = (): string => readFileSync(join(folder, "log"), "utf8");
  await answers(url);
  // The process that started it may end without a word to it.
  child.unref();
  return {
    url,
    log,
    kill: () => tell("kill"),
    stop: () => tell("stop"),
    start: async () => {
      // After a crash its last processes may hold the shared memory for a moment, and the first try fails.
      for (const until = performance.now() + PATIENCE_MS; ; ) {
        await tell("start");
        if (await answers(url, 2_000).catch(() => false)) return;
        if (performance.now() > until) throw new Error(`PostgreSQL did not start again:\n${log()}`);
      }
    },
    end: async () => {
      child.ref();
      const exited = once(child, "exit");
      child.stdin.end();
      await exited;
    },
  };
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root: then another user owns the folder and the processes. */
function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return {};
  const entry = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .find(([name]) => name === "postgres" || name === "nobody");
  const owner = { uid: Number(entry?.[2] ?? 65_534), gid: Number(entry?.[3] ?? 65_534) };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}

interface Place {
  readonly bin: string;
  readonly folder: string;
  readonly data: string;
  readonly owner: Owner;
}

function initialise({ bin, folder, data, owner }: Place): void {
  const passwords = join(folder, "password");
  writeFileSync(passwords, PASSWORD);
  mkdirSync(data, { mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined) {
    for (const path of [passwords, data]) chownSync(path, owner.uid, owner.gid);
  }
  const words = ["-D", data, "-U", USER, `--pwfile=${passwords}`, "--auth=scram-sha-256", "-E", "UTF8"];
  execFileSync(join(bin, "initdb"), [...words, "--locale=C", "--no-sync", "--no-instructions"], {
    ...owner,
    cwd: folder,
    env: { ...process.env, HOME: folder, USER: owner.uid === undefined ? userInfo().username : "nobody" },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function answers(url: string, patienceMs = PATIENCE_MS): Promise<true> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
    // A server that ends as somebody connects would end the tests, too.
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (cause) {
      if (performance.now() > until) throw new Error("PostgreSQL does not answer.", { cause });
    }
    await pause(50);
  }
}
