import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalEvent } from "@toolwright/core";
import { expect, onTestFinished } from "vitest";
import { joinedSources } from "../../../cli/test/support/joined-command.ts";

/** What servers share. */
export interface Under {
  /** A file, or `postgres://…#schema`. */
  readonly place: string;
  /** The options of a Restate host as JSON; empty for none. */
  readonly engine?: string;
}

/** They are started more than a hundred times: each takes half of the processor's time where its sources are joined. */
const CHILD = join(
  await joinedSources({ "poison-server": join(import.meta.dirname, "poison-server.child.ts") }),
  "poison-server.mjs",
);

/** Servers in processes of their own; one that dies is started again, as a supervisor does. */
export class PoisonServers {
  readonly notes: string;
  readonly #under: Under;
  readonly #slots: { child: ChildProcess; port: number }[] = [];
  #isOver = false;

  constructor(under: Under) {
    this.#under = under;
    const folder = mkdtempSync(join(tmpdir(), "toolwright-poison-"));
    this.notes = join(folder, "notes");
    writeFileSync(this.notes, "");
    onTestFinished(() => {
      this.#isOver = true;
      for (const { child } of this.#slots) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    });
  }

  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, slot) => this.#fill(slot)));
  }

  /** Tells one to end in good order, and waits until another one is in its place. Gives its exit code. */
  async restart(slot: number): Promise<number | null> {
    const one = this.#slots[slot];
    if (one === undefined) throw new Error("There is no such server.");
    one.child.removeAllListeners("exit");
    one.child.kill("SIGTERM");
    const [code] = await once(one.child, "exit");
    await this.#fill(slot);
    return code;
  }

  /** The poison acts no more. */
  heal(): void {
    writeFileSync(`${this.notes}.healed`, "");
  }

  /** How often a tool began with this text. */
  count(text: string): number {
    return readFileSync(this.notes, "utf8")
      .split("\n")
      .filter((line) => line === text).length;
  }

  /** Asks servers, one after the other, until one answers. */
  async ask(path: string, body?: object): Promise<Response> {
    const once = { "idempotency-key": crypto.randomUUID() };
    for (let tries = 0; ; tries += 1) {
      const port = this.#slots[tries % this.#slots.length]?.port;
      const headers = { authorization: "Bearer t", "content-type": "application/json", ...once };
      const asked = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
      try {
        return await fetch(`http://127.0.0.1:${port}${path}`, asked);
      } catch (error) {
        if (tries > 600) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Says something in a thread of its own. Gives its id. */
  async say(message: string): Promise<string> {
    const { id } = await (await this.ask("/api/threads", {})).json();
    // The server may die of it before it has answered.
    await this.ask("/api/chat", { threadId: id, message }).then((response) => response.body?.cancel());
    return id;
  }

  async status(id: string): Promise<string> {
    return (await (await this.ask(`/api/threads/${id}`)).json()).status;
  }

  async events(id: string): Promise<JournalEvent[]> {
    return (await (await this.ask(`/api/threads/${id}/events`)).json()).events;
  }

  /** Waits until a thread has a state. */
  async until(id: string, status: string): Promise<void> {
    await expect.poll(() => this.status(id), { interval: 100 }).toBe(status);
  }

  async #fill(slot: number): Promise<void> {
    const { place, engine = "" } = this.#under;
    const child = fork(CHILD, [place, engine, this.notes], {
      execArgv: ["--conditions=@toolwright/source", "--no-warnings"],
    });
    child.once("exit", () => {
      if (!this.#isOver) void this.#fill(slot);
    });
    const [port] = await Promise.race([once(child, "message"), once(child, "exit").then(() => [0])]);
    if (port !== 0) this.#slots[slot] = { child, port };
  }
}

/** A server that is killed by what it runs: three times by each call, and no more. */
export async function poisonIsQuarantined(under: Under, kinds: readonly string[]): Promise<void> {
  const servers = new PoisonServers(under);
  await servers.start(1);
  const ids: string[] = [];
  for (const kind of kinds) {
    const id = await servers.say(`${kind} poison ${kind}`);
    ids.push(id);
    // One after the other: a run that is under way beside another one's poison dies of that one too.
    await servers.until(id, "quarantined");
    const events = await servers.events(id);
    expect(events.map(({ type }) => type)).not.toContain("done");
    expect(servers.count(`poison ${kind}`), kind).toBe(3);
    if (kind !== "model") expect(events.filter(isCallBegun), kind).toHaveLength(3);
  }
  const { threads } = await (await servers.ask("/api/threads")).json();
  const listed = new Map(threads.map(({ id, status }: Record<string, string>) => [id, status]));
  expect(ids.map((id) => listed.get(id))).toEqual(kinds.map(() => "quarantined"));
  expect(await (await servers.ask("/metrics")).text()).toContain(`toolwright_runs_quarantined ${kinds.length}\n`);
  // Others go on.
  const other = await servers.say("read harmless");
  await servers.until(other, "idle");
  const [first = "", ...rest] = ids;
  const busy = await servers.ask("/api/chat", { threadId: first, message: "Hello?" });
  expect([busy.status, (await busy.json()).error]).toEqual([409, expect.stringContaining("quarantined")]);
  // A person says that one ends, and that the others go on.
  for (const [place, id] of rest.entries()) {
    expect(await (await servers.ask(`/api/threads/${id}/stop`, {})).json()).toEqual({ stopped: true });
    await servers.until(id, "idle");
    const events = await servers.events(id);
    expect(events.at(-1)).toMatchObject({ type: "done", data: { stopReason: "aborted" } });
    if (kinds[place + 1] === "model") continue;
    // The stop was read before anything ran again.
    expect(events.filter(isCallBegun)).toHaveLength(3);
    expect(events.find(({ type, parentId }) => type === "tool_call_end" && parentId === undefined)?.data).toMatchObject(
      {
        result: { error: { code: "outcome_unknown" } },
      },
    );
  }
  servers.heal();
  expect(await (await servers.ask(`/api/threads/${first}/retry`, {})).json()).toEqual({ retried: true });
  await servers.until(first, "idle");
  expect((await servers.events(first)).at(-1)).toMatchObject({ type: "done", data: { stopReason: "stop" } });
  expect((await servers.events(first)).filter(isCallBegun)).toHaveLength(4);
  expect(await (await servers.ask(`/api/threads/${first}/retry`, {})).json()).toEqual({ retried: false });
}

/** A call of the run itself begins, or begins again. */
function isCallBegun({ type, parentId, data }: JournalEvent): boolean {
  return (type === "tool_call_start" && parentId === undefined) || ("code" in data && data.code === "call_retried");
}

/**
 * Three servers that are told to end one after the other, ten times, while calls are under way: nothing is held against
 * them.
 */
export async function restartsQuarantineNothing(under: Under): Promise<void> {
  const servers = new PoisonServers(under);
  await servers.start(3);
  const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => servers.say(`read slow ${n}`)));
  for (let round = 0; round < 10; round += 1) {
    for (const slot of [0, 1, 2]) {
      expect(await servers.restart(slot)).toBe(0);
      for (const id of ids) expect(await servers.status(id)).not.toBe("quarantined");
    }
    // Those that have ended begin anew: there is always something under way.
    for (const id of ids)
      if ((await servers.status(id)) === "idle")
        await servers.ask("/api/chat", { threadId: id, message: "read slow again" }).then(({ body }) => body?.cancel());
  }
  for (const id of ids) await servers.until(id, "idle");
  const ends = await Promise.all(ids.map(async (id) => (await servers.events(id)).at(-1)));
  expect(ends.map((event) => event?.data)).toEqual(ids.map(() => expect.objectContaining({ stopReason: "stop" })));
}
