import { describe, expect, it } from "vitest";
import { journalContract } from "../../test/journal-contract.ts";
import { toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { ActivityStream } from "./activity-stream.ts";
import { MemoryJournal } from "./memory-journal.ts";

const usage = { inputTokens: 0, outputTokens: 0 };
const long = "x".repeat(1_000);

function fill(journal: MemoryJournal) {
  const activity = new ActivityStream(journal);
  return {
    begin: (runId: string) => activity.emit("run_start", { input: [], model: long }, { runId }),
    end: (runId: string) => activity.emit("done", { stopReason: "stop", iterations: 0, usage }, { runId }),
    runsLeft: () => journal.events.filter(({ type }) => type === "run_start").map(({ runId }) => runId),
  };
}

journalContract("a memory journal", () => new MemoryJournal());

describe("a journal in memory", () => {
  it("reads what came after a number, also while it grows", async () => {
    const journal = new MemoryJournal();
    const { begin } = fill(journal);
    for (const runId of ["a", "b", "c"]) begin(runId);
    const seqs: number[] = [];
    for await (const { seq } of journal.read(1)) {
      seqs.push(seq);
      if (seqs.length === 1) begin("d");
    }
    expect(seqs).toEqual([2, 3, 4]);
  });

  it("forgets finished runs past its limit, oldest first", () => {
    const journal = new MemoryJournal({ maxBytes: 10_000 });
    const { begin, end, runsLeft } = fill(journal);
    for (let n = 0; n < 50; n += 1) {
      begin(`r${n}`);
      end(`r${n}`);
      expect(journal.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(runsLeft().at(-1)).toBe("r49");
    expect(runsLeft()).not.toContain("r0");
  });

  it("keeps an open run, whatever finished after it began", () => {
    const journal = new MemoryJournal({ maxBytes: 10_000 });
    const { begin, end, runsLeft } = fill(journal);
    begin("open");
    for (let n = 0; n < 50; n += 1) {
      begin(`r${n}`);
      end(`r${n}`);
    }
    expect(runsLeft()[0]).toBe("open");
    expect(journal.bytes).toBeLessThanOrEqual(10_000);
    expect(journal.events.map(({ seq }) => seq)).toEqual(
      journal.events.map(({ seq }) => seq).toSorted((one, other) => one - other),
    );
  });

  it("throws when only open runs are left", () => {
    const journal = new MemoryJournal({ maxBytes: 5_000 });
    const { begin } = fill(journal);
    expect(() => {
      for (let n = 0; n < 10; n += 1) begin(`r${n}`);
    }).toThrow(/full/);
    expect(journal.bytes).toBeLessThanOrEqual(5_000);
  });

  it.each(["a", "€😀".repeat(5_000)])("counts of a run no less than its texts take as UTF-8", async (id) => {
    const journal = new MemoryJournal();
    const wide = "€😀".repeat(500);
    const answers = [{ text: wide, calls: [{ id, name: "echo", args: { [wide]: wide } }] }, { text: wide }];
    const echo = toolOf("echo", () => wide, { effects: "read" });
    await runToolLoop({ model: new WrittenModel(answers), tools: [echo], activity: new ActivityStream(journal) }, []);
    const texts = journal.events.map(({ data }) => JSON.stringify(data).replaceAll(/\\?"\w*\\?":?/g, ""));
    expect(texts.join("")).toContain(wide);
    expect(journal.bytes).toBeGreaterThan(Buffer.byteLength(texts.join("")));
  });

  it("that is full stops the run with journal_failed, and nothing unrecorded happens", async () => {
    let executions = 0;
    const grow = toolOf("grow", () => {
      executions += 1;
      return long;
    });
    const journal = new MemoryJournal({ maxBytes: 20_000 });
    const model = new WrittenModel((n) => ({ calls: [{ name: "grow", args: { n } }] }));
    const activity = new ActivityStream(journal);
    const result = await runToolLoop({ model, tools: [grow], activity, logger: new KeptLog() }, []);
    expect(result).toMatchObject({ stopReason: "error", error: { code: "journal_failed" } });
    const started = journal.events.filter(({ type }) => type === "tool_call_start").length;
    expect(executions).toBe(started);
    expect(executions).toBeLessThan(50);
  });
});
