import { once } from "node:events";
import { readFileSync } from "node:fs";
import { ActivityStream, closeHistory, type JournalEvent, providerHistory, resumeToolLoop } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { brokenLife, illegality } from "../../../../runtime/core/test/invariants/checks.ts";
import { eventsOf } from "../../../../runtime/core/test/journal-contract.ts";
import { KeptLog } from "../../../../runtime/core/test/support.ts";
import { crashConfig, type Scene, STEPS } from "../../test/crash-scene.ts";
import { alice, freshFile, startChild } from "../../test/making.ts";
import { openStore } from "./open-store.ts";

const RUNS = Number(process.env.CRASH_RUNS ?? 8);

/** What a killed process told: the events it began to store, in order, and the numbers of those that were stored. */
interface Told {
  readonly storing: readonly JournalEvent[];
  readonly stored: readonly number[];
}

/** Starts the run in a process of its own and kills it after so many lines and so many milliseconds. */
async function killed(scene: Scene, kill: { readonly after: number; readonly laterMs: number }): Promise<Told> {
  const { child, lines, exited } = startChild("crash.child.ts", [scene.file, scene.log, String(scene.seed)]);
  const storing: JournalEvent[] = [];
  const stored: number[] = [];
  for await (const line of lines) {
    const [word, rest = ""] = [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)];
    if (word === "stored") stored.push(Number(rest));
    else storing.push(JSON.parse(rest));
    if (storing.length + stored.length !== kill.after) continue;
    await new Promise((resolve) => setTimeout(resolve, kill.laterMs));
    child.kill("SIGKILL");
  }
  await exited;
  return { storing, stored };
}

describe("a process that is killed at any moment", () => {
  it("leaves a beginning of its run, all that it told of, and the run can be taken up", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ seed: fc.nat(1_000), after: fc.integer({ min: 2, max: 80 }), laterMs: fc.nat(4) }),
        async ({ seed, after, laterMs }) => {
          const file = freshFile();
          const scene = { file, log: `${file}.log`, seed };
          const told = await killed(scene, { after, laterMs });
          const store = openStore({ file });
          onTestFinished(() => store.close());
          const left = await eventsOf(store.journal(alice));
          expect(left).toEqual(told.storing.slice(0, left.length));
          expect(left.map(({ seq }) => seq).slice(0, told.stored.length)).toEqual(told.stored);
          await takeUp(scene, left, store);
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it("leaves what its model had written", async () => {
    const file = freshFile();
    const { child, lines, exited } = startChild("writing.child.ts", [file]);
    await once(lines, "line");
    child.kill("SIGKILL");
    await exited;
    const store = openStore({ file });
    onTestFinished(() => store.close());
    const left = await eventsOf(store.journal(alice));
    const said = { role: "assistant", content: "It was a dark and stormy nights" };
    expect(left.at(-1)?.data).toMatchObject({ message: said, reasoning: "Who was it? ", partial: true });
    expect(providerHistory(left)).toEqual([{ role: "user", content: "Begin." }, said]);
  });

  it("loses no answer, lease or thread that it had told of", async () => {
    const file = freshFile();
    const { child, lines, exited } = startChild("holding.child.ts", [file]);
    await once(lines, "line");
    child.kill("SIGKILL");
    await exited;
    const store = openStore({ file });
    onTestFinished(() => store.close());
    expect(store.leases.acquire(alice)).toBeDefined();
  });
});

async function takeUp(scene: Scene, left: readonly JournalEvent[], store: ReturnType<typeof openStore>): Promise<void> {
  const isOpen = left.at(-1)?.type !== "done";
  expect(store.threads.interrupted()).toEqual(isOpen ? [alice] : []);
  if (!isOpen) return;
  const lease = store.leases.acquire(alice);
  if (lease === undefined) throw new Error("The lease of a dead process is free.");
  const activity = new ActivityStream(store.journal(alice, { lease }));
  const answered = left.filter(({ type }) => type === "assistant_message").length;
  const config = { ...crashConfig(scene, answered), activity, logger: new KeptLog() };
  const { messages, stopReason } = await resumeToolLoop(config);
  expect(stopReason).toBe("stop");
  expect(illegality(messages)).toBeUndefined();
  expect(closeHistory(messages).messages).toBe(messages);
  expect(messages.filter(({ role }) => role === "assistant")).toHaveLength(STEPS + 1);
  expect(brokenLife(await eventsOf(store.journal(alice)))).toBeUndefined();
  expect(store.threads.get(alice)?.status).toBe("idle");
  // What may not be run again was run once at most, whatever was being done when the process died.
  const ran = readFileSync(scene.log, "utf8").trim().split("\n");
  const sends = ran.filter((line) => line.startsWith("send"));
  expect(sends).toEqual([...new Set(sends)]);
}
