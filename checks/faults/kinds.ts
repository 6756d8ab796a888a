import { mkdtempSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startPostgres } from "../../agent/store/test/postgres/support/postgres-server.ts";
import { WatchedServer } from "./watched.ts";

/** Something that goes wrong under a server, and is right again after a while. */
export interface Fault {
  readonly name: string;
  /** For people. */
  readonly what: string;
  /** Milliseconds. */
  readonly lastsMs: number;
  open(): Promise<Struck>;
}

/** A server, and what strikes it. */
export interface Struck {
  readonly server: WatchedServer;
  strike(): Promise<void>;
  heal(): Promise<void>;
  /** The server once more, where the fault ends with it. */
  readonly again?: () => WatchedServer;
  end(): Promise<void>;
}

const DISK_BYTES = 8 * 1024 * 1024;

export const FAULTS: readonly Fault[] = [
  {
    name: "full",
    what: "the disk under SQLite is full for 10 s",
    lastsMs: 10_000,
    async open() {
      const folder = freshFolder();
      const disk = ["bwrap", "--dev-bind", "/", "/", "--size", String(DISK_BYTES), "--tmpfs", folder, "--"];
      const server = await new WatchedServer(join(folder, "store.db"), { wrap: disk }).listening();
      const toggle = async () => void (await signalInside(server));
      return { server, strike: toggle, heal: toggle, end: async () => end(server, folder) };
    },
  },
  {
    name: "locked",
    what: "another process keeps SQLite locked for 10 s",
    lastsMs: 10_000,
    async open() {
      const folder = freshFolder();
      const file = join(folder, "store.db");
      const server = await new WatchedServer(file).listening();
      let other: DatabaseSync | undefined;
      const strike = async () => {
        other = new DatabaseSync(file, { timeout: 5_000 });
        other.exec("BEGIN IMMEDIATE");
      };
      return { server, strike, heal: async () => other?.close(), end: async () => end(server, folder) };
    },
  },
  {
    name: "deleted",
    what: "the file of SQLite is deleted, and the server started again after 10 s",
    lastsMs: 10_000,
    async open() {
      const folder = freshFolder();
      const file = join(folder, "store.db");
      const server = await new WatchedServer(file).listening();
      const strike = async () => unlinkSync(file);
      const heal = () => server.end();
      return {
        server,
        strike,
        heal,
        again: () => new WatchedServer(file, { port: new URL(server.url).port }),
        end: async () => end(server, folder),
      };
    },
  },
  {
    name: "away",
    what: "PostgreSQL is stopped, and started again after 18 s",
    lastsMs: 18_000,
    async open() {
      const postgres = await startPostgres();
      const server = await new WatchedServer(postgres.url).listening();
      const stop = async () => {
        await server.end();
        await postgres.end();
      };
      return { server, strike: postgres.stop, heal: postgres.start, end: stop };
    },
  },
];

function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), "toolwright-faults-"));
}

async function end(server: WatchedServer, folder: string): Promise<void> {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}

/** bubblewrap hands no signals on: the server inside is its child. */
async function signalInside({ child }: WatchedServer): Promise<void> {
  const { readFileSync } = await import("node:fs");
  let pid = child.pid ?? 0;
  for (let inner = childOf(pid); inner !== undefined; inner = childOf(pid)) pid = inner;
  process.kill(pid, "SIGUSR2");

  function childOf(of: number): number | undefined {
    const [first] = readFileSync(`/proc/${of}/task/${of}/children`, "utf8").trim().split(" ");
    return first === "" || first === undefined ? undefined : Number(first);
  }
}
