import { describe, expect, it } from "vitest";
import { CarriedRun, type Entry } from "./carried-run.ts";

/** What the first version of this package wrote into the engine's journal, one line an entry. */
const FIRST_ENTRIES = `
{"attempt":1,"facts":[{"key":"model:0","value":"{\\"completion\\":{}}"}]}
{"attempt":1,"facts":[{"key":"c1","begun":true},{"key":"c2","begun":true}]}
{"attempt":1,"facts":[{"key":"c1","value":"{\\"stage\\":\\"ended\\"}"}]}
{"attempt":1,"facts":[],"isIdle":true}
`;

function scene() {
  const opened: string[] = [];
  const run = new CarriedRun({
    runId: "r",
    open: async ({ address }) => void opened.push(address),
    wake: () => undefined,
    lost: new AbortController().signal,
    beatMs: 10_000,
  });
  /** What the engine is given to write: it is told of with `learn` when it is on the disk. */
  const write = async (): Promise<Entry> => JSON.parse(JSON.stringify(await run.entry()));
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { run, opened, write, settle };
}

describe("a run that the engine carries", () => {
  it("reads the entries of the first version: what is there is not done again, what had only begun is unknown", async () => {
    const { run } = scene();
    for (const line of FIRST_ENTRIES.trim().split("\n")) run.learn(JSON.parse(line), false);
    const never = () => Promise.reject(new Error("It is done again."));
    expect(await run.step("model:0", never, "repeatable")).toBe('{"completion":{}}');
    expect(await run.step("c1", never, "once")).toBe('{"stage":"ended"}');
    await expect(run.step("c2", never, "once")).rejects.toMatchObject({ code: "outcome_unknown" });
    expect(await run.step("c3", async ({ attempt }) => attempt, "repeatable")).toBe(2);
  });

  it("waits for the engine before what may run only once, and writes all that came before with it", async () => {
    const { run, write, settle } = scene();
    const done: string[] = [];
    const step = (key: string, policy: "once" | "repeatable") => {
      const work = async () => {
        done.push(key);
        return key;
      };
      return run.step(key, work, policy);
    };
    await step("model:0", "repeatable");
    await step("look", "repeatable");
    const sent = step("send", "once");
    await settle();
    expect(done).toEqual(["model:0", "look"]);
    const first = await write();
    await settle();
    expect(done).toEqual(["model:0", "look"]);
    expect(first.facts).toEqual([
      { key: "model:0", value: "model:0" },
      { key: "look", value: "look" },
      { key: "send", begun: true },
    ]);
    run.learn(first, true);
    expect(await sent).toBe("send");
    expect((await write()).facts).toEqual([{ key: "send", value: "send" }]);
    expect(await step("look", "repeatable")).toBe("look");
    expect(done).toEqual(["model:0", "look", "send"]);
  });

  it("does not begin on a late word of the engine, which may have given the turn to another one: it asks again", async () => {
    const { run, write, settle } = scene();
    const done: string[] = [];
    const sent = run.step("send", async () => `${done.push("send")}`, "once");
    const late = await write();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    run.learn(late, true);
    await settle();
    expect(done).toEqual([]);
    run.learn(await write(), true);
    expect(await sent).toBe("1");
  });

  it("asks nobody before all that led to the question is written, and ends with all that was done", async () => {
    const { run, opened, write, settle } = scene();
    await run.step("model:0", async () => "ask", "repeatable");
    const first = await write();
    await run.step("look", async () => "seen", "repeatable");
    const { address } = run.decision("may");
    for (const entry of [first, undefined]) {
      await settle();
      expect(opened).toEqual([]);
      run.learn(entry ?? (await write()), true);
    }
    await expect.poll(() => opened).toEqual([address]);
    await run.step("last", async () => "said", "repeatable");
    run.end("over");
    const keys = (await write()).facts.map(({ key }) => key);
    expect(keys).toContain("last");
  });
});
