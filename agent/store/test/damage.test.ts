import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../src/sqlite/open-store.ts";
import { checkStore } from "../src/sqlite/upkeep/check-store.ts";
import { done, runStart, warning } from "./contract/under-test.ts";
import { asked, copied, type Damage, harm, isFailure } from "./damage.ts";
import { alice, bob, pay, question } from "./making.ts";
import { quickFolder } from "./quick-folder.ts";

/** Damaged files that are tried; `DAMAGED_FILES=3000 npx vitest run agent/store/test/damage.test.ts` tries more. */
const FILES = Number(process.env.DAMAGED_FILES ?? 40);
const EVENTS = 120;

const folder = quickFolder("toolwright-damage-");
const [closed, killed, copy] = ["closed.db", "killed.db", "copy.db"].map((name) => join(folder, name));
let right: Readonly<Record<string, unknown>> = {};

/** Everything that a store can hold, closed, and as it stands on the disk when its process is killed. */
beforeAll(async () => {
  const store = openStore({ file: closed ?? "" });
  store.threads.create({ ...alice, title: "Alice" });
  store.threads.create({ ...bob, title: "Bob" });
  store.threads.configure(alice, { model: "m", list: [1, 2, 3] });
  const journal = store.journal(alice);
  let seq = 0;
  for (let run = 0; run < EVENTS / 20; run += 1) {
    const history = Array.from({ length: run + 1 }, (_, n) => `message ${n} ${"needle ".repeat(20)}`);
    await journal.append(runStart((seq += 1), `r${run}`, history));
    for (let n = 0; n < 18; n += 1) await journal.append(warning((seq += 1), `event ${seq} ${"x".repeat(200)}`));
    await journal.append(done((seq += 1), `r${run}`));
  }
  await store.journal(bob).append(warning(1, "of bob"));
  await store.outputs.save("a line\n".repeat(20_000), alice);
  void store.approvals
    .approver(alice)
    .approve(question("q"), pay, new AbortController().signal)
    .catch(() => undefined);
  store.steers.add(alice, { messageId: "s", message: { role: "user", content: "wait" } });
  store.ratings.set(alice, "r1", { thumb: "up", note: "good" });
  await store.threads.search({ channel: "web", words: "needle" });
  copied(closed ?? "", killed ?? "");
  store.close();
  copied(closed ?? "", copy ?? "");
  right = await asked(copy ?? "", EVENTS);
  expect(Object.values(right).filter(isFailure)).toEqual([]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where an answer is neither right nor a `StoreError`. */
async function wrong(file: string, damage: Damage): Promise<readonly unknown[]> {
  copied(file, copy ?? "");
  harm(copy ?? "", damage);
  const answers = await asked(copy ?? "", EVENTS);
  return Object.entries(answers).filter(([name, answer]) => {
    return !isFailure(answer) && JSON.stringify(answer) !== JSON.stringify(right[name]);
  });
}

/** Anywhere, alike: a file that is cut to nothing is a new store, and no damage. */
const place = fc.noBias(fc.integer({ min: 1, max: 99_999 })).map((part) => part / 100_000);
const kind = fc.constantFrom("flip", "byte", "truncate", "swap", "zero", "copy" as const);
const damages: fc.Arbitrary<Damage> = fc.record({ kind, of: fc.constant("" as const), at: place, other: place });
const gone = fc.record({
  kind: fc.constant("gone" as const),
  of: fc.constantFrom("-wal", "-shm" as const),
  at: place,
  other: place,
});
const ofLog: fc.Arbitrary<Damage> = fc.record({ kind, of: fc.constant("-wal" as const), at: place, other: place });

describe("a damaged file", () => {
  it.each([
    ["a store that was closed", closed, damages],
    ["one whose process was killed", killed, damages],
    ["the log that it left", killed, fc.oneof({ weight: 9, arbitrary: ofLog }, { weight: 1, arbitrary: gone })],
  ] as const)("of %s gives right answers or a StoreError", async (_, file, harms) => {
    const check = async (damage: Damage): Promise<void> => {
      expect(await wrong(file ?? "", damage)).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(harms, check), { numRuns: FILES });
  });

  it("gives a search no place that says nothing, nor words that were never said", async () => {
    for (const at of [0.08947, 0.08949, 0.08951]) {
      expect(await wrong(closed ?? "", { kind: "flip", of: "", at, other: 0.00001 })).toEqual([]);
    }
  });

  it("is a copy without its log, and the error says how to go on", async () => {
    const harmed = { of: "-wal", kind: "gone", at: 0, other: 0 } as const;
    copied(killed ?? "", copy ?? "");
    harm(copy ?? "", harmed);
    expect(() => openStore({ file: copy ?? "" })).toThrow(/log is missing.*remove \S+-shm and make an empty \S+-wal/);
    expect(checkStore(copy ?? "").findings).toEqual([expect.stringContaining("log is missing")]);
    rmSync(`${copy}-shm`, { force: true });
    writeFileSync(`${copy}-wal`, "");
    for (let openings = 0; openings < 2; openings += 1) {
      const store = openStore({ file: copy ?? "" });
      expect(store.journal(alice).lastSeq()).toBeLessThan(EVENTS);
      store.close();
    }
  });
});
