import { describe, expect, it } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { alice, all, fresh, freshPlace, opened, otherProcess, type StoreUnderTest, two } from "./under-test.ts";

const KILLS = Number(process.env.CRASH_RUNS ?? 6);

/** Starts several processes that begin at the same moment, and gives what each printed after that. */
async function together(of: StoreUnderTest, place: string, work: string, count: number): Promise<string[]> {
  const others = ["a", "b", "c"].map((name) => otherProcess(of, place, work, name, String(count)));
  for (const other of others) expect(await other.next()).toBe("ready");
  for (const other of others) other.tell("go");
  const said = await Promise.all(others.map((other) => other.next()));
  for (const other of others) other.tell("end");
  await Promise.all(others.map(({ exited }) => exited));
  return said;
}

/** A process that is killed soon after so many lines: what it told last of beginning to store and of having stored. */
async function killedWriter(of: StoreUnderTest, place: string, after: number) {
  const writer = otherProcess(of, place, "write", "child", "10000");
  const told = { storing: 0, stored: 0 };
  let lines = 0;
  for await (const line of writer.lines) {
    const [word, seq] = line.split(" ");
    told[word === "storing" ? "storing" : "stored"] = Number(seq);
    lines += 1;
    if (lines === after) setTimeout(() => writer.signal("SIGKILL"), Math.random() * 5);
  }
  await writer.exited;
  return told;
}

/** Several processes at one place, and processes that are killed. */
export function processesContract(of: StoreUnderTest): void {
  describe("several processes", () => {
    it("write to one conversation: every event has a number of its own, and each knew the ones before it", async () => {
      const place = await freshPlace(of);
      const store = await opened(of, place);
      await together(of, place, "share", 40);
      const events = await all(store.journal(alice).read());
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
      expect(events.map(({ time }) => time)).toEqual(Array.from({ length: 120 }, (_, n) => n));
    });

    it("know that they have one store, and others another one", async () => {
      const [one, second] = await two(of);
      const identity = await one.identity();
      expect(identity).toMatch(/^[a-z0-9]{32}$/);
      expect(await second.identity()).toBe(identity);
      expect(await (await fresh(of)).identity()).not.toBe(identity);
    });

    it("take every lease once", async () => {
      const place = await freshPlace(of);
      const taken = (await together(of, place, "lease", 40)).flatMap((line) =>
        line.split(" ").filter((word) => word !== ""),
      );
      expect(taken.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    });

    it("answer every question once, and the audit has the other answers", async () => {
      const place = await freshPlace(of);
      const store = await opened(of, place);
      const { signal } = new AbortController();
      const tool = toolOf("pay", () => "paid");
      const answers = Array.from({ length: 40 }, (_, n) => {
        const request = { approvalId: `q${n}`, toolCallId: `c${n}`, toolName: "pay", arguments: {} };
        return store.approvals.approver(alice).approve(request, tool, signal);
      });
      await expect.poll(async () => (await store.approvals.list()).length).toBe(40);
      const said = await together(of, place, "claim", 40);
      expect((await Promise.all(answers)).every(({ approve }) => !approve)).toBe(true);
      expect(said.reduce((sum, line) => sum + Number(line.split(" ")[1]), 0)).toBe(40);
      expect(await store.approvals.audit({ limit: 1_000 })).toHaveLength(80);
    });
  });

  describe("a process that is killed while it writes", () => {
    it(`leaves all that it told of and one event more at most, ${KILLS} times`, async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const place = await freshPlace(of);
        const told = await killedWriter(of, place, 7 + 31 * kill);
        const store = await opened(of, place);
        const seqs = (await all(store.journal(alice).read())).map((event) => event.seq);
        expect(seqs).toEqual(seqs.map((_, n) => n + 1));
        expect(seqs.length).toBeGreaterThanOrEqual(told.stored);
        expect(seqs.length).toBeLessThanOrEqual(told.storing);
      }
    });
  });
}
