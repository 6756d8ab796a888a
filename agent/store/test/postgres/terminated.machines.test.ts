import { Client } from "pg";
import { afterAll, afterEach, expect, inject, it, onTestFinished } from "vitest";
import { endServed, serve } from "../../../cli/test/support/served.ts";
import { folder, removeFolders } from "../../../cli/test/support/toolwright.ts";
import { freshDatabase } from "./support/fresh-database.ts";

const url = inject("postgres");

afterEach(endServed);
afterAll(removeFolders);

const STEPS = 6;
const tick = (n: number) => ({
  text: `Step ${n}.`,
  toolCalls: [
    { id: `b${n}`, name: "bash", arguments: { command: `for i in {1..8}; do echo tick ${n} $i; sleep 0.03; done` } },
  ],
});

/** The numbers of stored events that a stream told of, in its order. */
function seqsIn(stream: string): number[] {
  return [...stream.matchAll(/^2:\[\{"seq":(\d+)/gm)].map(([, seq]) => Number(seq));
}

it.skipIf(url === "")(
  "every connection of two servers is ended again and again while one runs and the other one is read: nothing is missed",
  async () => {
    const steps = [...Array.from({ length: STEPS }, (_, n) => tick(n)), { text: "All ticked." }];
    const root = await folder({ "script.json": steps });
    const store = await freshDatabase(url);
    // What the driver warns of ends a server.
    const env = { NODE_OPTIONS: "--throw-deprecation" };
    const flags = [
      "--model",
      `script:${root}/script.json`,
      "--workspace",
      root,
      "--yes",
      "--store",
      `${store}?connections=3`,
    ];
    const [one, other] = [await serve(flags, { env }), await serve(flags, { env })];
    const client = new Client({ connectionString: store });
    await client.connect();
    onTestFinished(() => client.end());
    const response = await one.send("/api/chat", { message: "tick" });
    const id = response.headers.get("x-toolwright-thread") ?? "";
    const elsewhere = await other.send(`/api/threads/${id}/stream`);
    const streams = Promise.all([response.text(), elsewhere.text()]);
    let isOver = false;
    void streams.then(() => (isOver = true));
    let ended = 0;
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 120))) {
      const sql =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'toolwright' AND datname = current_database()";
      ended += (await client.query(sql)).rowCount ?? 0;
    }
    const [here, there] = await streams;
    console.log(`${ended} connections were ended`);
    expect(ended).toBeGreaterThan(10);
    const { events } = await (await other.send(`/api/threads/${id}/events`)).json();
    const stored = events.map(({ seq }: { seq: number }) => seq);
    expect(stored).toEqual([...new Set<number>(stored)].toSorted((a, b) => a - b));
    expect(events.filter(({ type }: { type: string }) => type === "tool_call_end")).toHaveLength(STEPS);
    expect(seqsIn(there)).toEqual(seqsIn(here));
    for (const stream of [here, there]) expect(stream).toContain('"stopReason":"stop"');
    for (const { child } of [one, other]) expect(child.exitCode).toBeNull();
  },
);
